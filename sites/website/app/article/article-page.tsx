import { fillDocsLinks, splitAtPart } from '@bollard/content/fill-marks'
import { pathWithoutLanguage, useSite } from '@bollard/site-kit'
import { ContentsMenu, CopyPage, HelpfulForm } from '@bollard/site-kit/reading'
import { notFound, pageAddress, scopeOf } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { Part, partNames } from '../parts/parts.tsx'
import { withExistingLinks } from '../site-map/existing-links.server.ts'
import type { Route } from './+types/article-page.ts'
import { ArticleFacts } from './article-facts.tsx'
import { articleBySlug, languagesOf, readText } from './articles.server.ts'
import { RelatedArticles } from './related-articles.tsx'
import { articleSections } from './sections.ts'
import { SourceList } from './source-list.tsx'
import { TextPage, TextTitle } from './text-page.tsx'

/** Plain HTML; what an interactive part computes is an element of its own. */
export const handle = { hydrate: false, sameForAll: true }

export async function loader({ request, context }: Route.LoaderArgs) {
  const { language, site } = scopeOf(context, request)
  const path = pathWithoutLanguage(pageAddress(request).pathname)
  const article = await readText(language, path)
  if (article === null || article.details === null) return notFound({ request, context })
  const { title, description, contents, details } = article
  const section = articleSections.find((one) => one === article.section) ?? 'wiki'
  const shown = { path, section, title, description, contents, details, languages: languagesOf(path) }
  if (article.language !== language)
    return { ...shown, writtenIn: article.language, before: '', after: '', related: [] }
  const [before, after] = splitAtPart(withExistingLinks(fillDocsLinks(article.html, site.urls.docs, 'html'), site))
  const related = details.related.flatMap((slug) => articleBySlug(slug, language) ?? [])
  return { ...shown, writtenIn: null, before, after, related }
}

export default function ArticlePage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { path, section, title, description, contents, details, before, after, related, ...page } = loaderData
  const part = partNames.find((name) => name === details.part)
  return (
    <TextPage
      {...{ title, description, path, contents, ...page }}
      above={{ name: t(($) => $.shell.pages[section]), path: `/${section}` }}
    >
      <article>
        <TextTitle>{title}</TextTitle>
        <p className="mt-3 max-w-[44rem] text-lg text-ink-2">{description}</p>
        <ArticleFacts path={path} section={section} title={title} description={description} details={details} />
        <CopyPage twin={`/${language}${path}.md`} />
        <ContentsMenu contents={contents} />
        <div className="prose mt-8" dangerouslySetInnerHTML={{ __html: before }} />
        {part === undefined ? null : <Part name={part} />}
        <div className="prose" dangerouslySetInnerHTML={{ __html: after }} />
        <SourceList sources={details.sources} />
      </article>
      <div className="mt-10 border-t border-line pt-6 text-sm text-ink-2">
        <HelpfulForm path={path} />
      </div>
      <RelatedArticles articles={related} />
    </TextPage>
  )
}
