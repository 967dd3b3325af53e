import { PageHead, useSite } from '@bollard/site-kit'
import { scopeOf } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import type { Route } from './+types/learn-index.ts'
import { articleBySlug, articlesOf } from './articles.server.ts'
import { FeedLink } from './feed-link.tsx'
import { ArticleCards } from './related-articles.tsx'

export const handle = { hydrate: false, sameForAll: true }

/** What somebody reads first, by what they are responsible for. */
const paths = {
  owner: ['do-i-need-a-captcha', 'cost-of-no-captcha', 'trustcaptcha-or-google-recaptcha'],
  developer: ['what-are-bots', 'bot-detection-score', 'how-to-protect-your-website-from-bot-attacks'],
  designer: ['captcha-ux', 'impact-of-captchas-on-ux'],
  privacy: ['what-is-gdpr', 'what-is-the-eu-e-privacy-regulation', 'what-is-browser-fingerprinting'],
} as const
type Role = keyof typeof paths
const roles: readonly Role[] = ['owner', 'developer', 'designer', 'privacy']

export function loader({ request, context }: Route.LoaderArgs) {
  const { language } = scopeOf(context, request)
  return {
    articles: articlesOf('learn', language),
    paths: roles.map((role) => ({
      role,
      articles: paths[role].flatMap((slug) => articleBySlug(slug, language) ?? []),
    })),
  }
}

/** What to read, in an order that fits the reader's job, and all articles. */
export default function LearnIndex({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  return (
    <div className="max-w-[58rem] py-8">
      <PageHead title={t(($) => $.learn.pageTitle)} description={t(($) => $.learn.description)} />
      <h1 className="text-[2.2rem] leading-[1.08] sm:text-[2.8rem]">{t(($) => $.learn.title)}</h1>
      <p className="mt-4 max-w-[40rem] text-lg text-ink-2">{t(($) => $.learn.lead)}</p>
      <h2 className="mt-10 text-xl">{t(($) => $.learn.byRole)}</h2>
      <ul className="mt-4 grid gap-4 sm:grid-cols-2">
        {loaderData.paths.map(({ role, articles }) => (
          <li key={role} className="rounded-lg border border-line bg-surface p-5">
            <h3 className="text-lg">{t(($) => $.learn.roles[role].title)}</h3>
            <p className="mt-1 text-sm text-ink-2">{t(($) => $.learn.roles[role].text)}</p>
            <ol className="mt-3 grid list-decimal ps-5 marker:text-ink-3">
              {articles.map((article) => (
                <li key={article.path}>
                  <a
                    href={`/${language}${article.path}`}
                    lang={article.language === language ? undefined : article.language}
                    className="inline-flex items-center py-1 font-[500] hover:underline touch:min-h-11"
                  >
                    {article.title}
                  </a>
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ul>
      <h2 className="mt-12 text-xl">{t(($) => $.learn.all)}</h2>
      <ArticleCards articles={loaderData.articles} />
      <FeedLink />
    </div>
  )
}
