import { useSite } from '@bollard/site-kit'
import { scopeOf } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { readChangelog } from '../pages/article-pages.server.ts'
import { DocsPage } from '../shell/docs-page.tsx'
import type { Route } from './+types/changelog.ts'

export const handle = { hydrate: false, sameForAll: true }

export async function loader({ request, context }: Route.LoaderArgs) {
  const { html, contents } = await readChangelog(scopeOf(context, request).language)
  return { html, contents }
}

/** What each version brought. It is written in English alone. */
export default function Changelog({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const feed = `/${language}/changelog.xml`
  return (
    <DocsPage
      title={t(($) => $.changelog.title)}
      description={t(($) => $.changelog.description)}
      contents={loaderData.contents}
    >
      <link rel="alternate" type="application/rss+xml" title={t(($) => $.changelog.feed)} href={feed} />
      <p className="mb-6">
        <a className="text-link" href={feed}>
          {t(($) => $.changelog.subscribe)}
        </a>
      </p>
      <div lang="en" className="prose" dangerouslySetInnerHTML={{ __html: loaderData.html }} />
    </DocsPage>
  )
}
