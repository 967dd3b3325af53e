import type { ArticleDetails } from '@bollard/content'
import { locales } from '@bollard/i18n'
import { publicOrigin, useSite } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'
import { JsonLd } from '../page/json-ld.tsx'
import { longDate } from '../page/long-date.ts'
import type { ArticleSection } from './sections.ts'

interface ArticleFactsProps {
  path: string
  section: ArticleSection
  title: string
  description: string
  details: ArticleDetails
}

/** Somebody who reads carefully manages so many words in a minute. */
const wordsPerMinute = 220

/** When an article was published and changed, and how long it takes; the same for search engines. */
export function ArticleFacts({ path, section, title, description, details }: ArticleFactsProps) {
  const { t } = useTranslation()
  const site = useSite()
  const { published, updated, words, sources } = details
  const address = `${publicOrigin(site)}/${site.language}${path}`
  const dateOf = (day: string) => longDate(day, locales[site.language])
  return (
    <>
      <p className="mt-4 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-3">
        <span>
          {t(($) => $.article.published)} <time dateTime={published}>{dateOf(published)}</time>
        </span>
        {updated === published ? null : (
          <span>
            {t(($) => $.article.updated)} <time dateTime={updated}>{dateOf(updated)}</time>
          </span>
        )}
        <span>{t(($) => $.article.minutes, { count: Math.ceil(words / wordsPerMinute) })}</span>
      </p>
      <JsonLd
        data={{
          '@type': section === 'wiki' ? 'TechArticle' : 'Article',
          headline: title,
          description,
          url: address,
          mainEntityOfPage: address,
          inLanguage: site.language,
          datePublished: published,
          dateModified: updated,
          wordCount: words,
          isPartOf: { '@type': 'WebSite', name: 'Bollard', url: `${publicOrigin(site)}/${site.language}` },
          citation: sources.map((source) => ({
            '@type': 'CreativeWork',
            name: source.name,
            author: source.author,
            datePublished: source.date,
            url: source.address,
          })),
        }}
      />
    </>
  )
}
