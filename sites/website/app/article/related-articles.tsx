import type { ArticleOutline } from 'virtual:content'
import { useSite } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'

/** What to read next. */
export function RelatedArticles({ articles }: { articles: readonly ArticleOutline[] }) {
  const { t } = useTranslation()
  if (articles.length === 0) return null
  return (
    <section aria-labelledby="related" data-no-print className="mt-10">
      <h2 id="related" className="text-xl">
        {t(($) => $.article.related)}
      </h2>
      <ArticleCards articles={articles} />
    </section>
  )
}

/** Articles as cards; one that another language lacks says in which it is written. */
export function ArticleCards({ articles }: { articles: readonly ArticleOutline[] }) {
  const { language } = useSite()
  return (
    <ul className="mt-4 grid gap-3 sm:grid-cols-2">
      {articles.map((article) => (
        <li key={article.path}>
          <a
            href={`/${language}${article.path}`}
            className="block h-full rounded-md border border-line bg-surface px-4 py-3 hover:border-ink-3"
          >
            <WrittenIn article={article} className="font-[560]">
              {article.title}
            </WrittenIn>
            <WrittenIn article={article} className="mt-1 text-sm text-ink-2">
              {article.description}
            </WrittenIn>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Words of an article, marked with their language where that is not the page's. */
function WrittenIn({ article, className, children }: { article: ArticleOutline; className: string; children: string }) {
  const { language } = useSite()
  return (
    <span lang={article.language === language ? undefined : article.language} className={`block ${className}`}>
      {children}
    </span>
  )
}
