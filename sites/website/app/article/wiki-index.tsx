import { locales } from '@bollard/i18n'
import { PageHead, useSite } from '@bollard/site-kit'
import { SearchForm } from '@bollard/site-kit/reading'
import { scopeOf } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import type { Route } from './+types/wiki-index.ts'
import { articlesOf } from './articles.server.ts'
import { FeedLink } from './feed-link.tsx'
import { findInWiki } from './wiki-search.server.ts'

export const handle = { hydrate: false, sameForAll: true }

const queryLengthMax = 100

export async function loader({ request, context }: Route.LoaderArgs) {
  const { language } = scopeOf(context, request)
  const query = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, queryLengthMax)
  const articles = articlesOf('wiki', language)
  if (query === '') return { query, articles }
  const found = await findInWiki(language, query)
  return { query, articles: found.flatMap((path) => articles.find((article) => article.path === path) ?? []) }
}

type Entry = Route.ComponentProps['loaderData']['articles'][number]

/** All terms from A to Z, or those that a search has found. */
export default function WikiIndex({ loaderData: { query, articles } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  // A word says better than a question what stands below a letter.
  const terms: Readonly<Record<string, string>> = t(($) => $.wiki.terms, { returnObjects: true })
  const entries = articles.map((article) => ({ term: terms[article.slug] ?? article.title, article }))
  const { compare } = new Intl.Collator(locales[language])
  const byLetter = Map.groupBy(
    entries.toSorted((one, other) => compare(one.term, other.term)),
    ({ term }) => letterOf(term),
  )
  return (
    <div className="max-w-[58rem] py-8">
      <PageHead title={t(($) => $.wiki.pageTitle)} description={t(($) => $.wiki.description)} hidden={query !== ''} />
      <h1 className="text-[2.2rem] leading-[1.08] sm:text-[2.8rem]">{t(($) => $.wiki.title)}</h1>
      <p className="mt-4 max-w-[40rem] text-lg text-ink-2">{t(($) => $.wiki.lead)}</p>
      <SearchForm
        action={`/${language}/wiki`}
        query={query}
        queryLengthMax={queryLengthMax}
        label={t(($) => $.wiki.search.label)}
        submit={t(($) => $.wiki.search.submit)}
      />
      {query === '' ? (
        <>
          <nav aria-label={t(($) => $.wiki.letters)} className="mt-6 flex flex-wrap gap-1">
            {[...byLetter.keys()].map((letter) => (
              <a
                key={letter}
                href={`#${letter}`}
                className="grid size-9 place-items-center rounded-sm border border-line font-[560] hover:bg-sunken touch:size-11"
              >
                {letter}
              </a>
            ))}
          </nav>
          {[...byLetter].map(([letter, group]) => (
            <section key={letter} aria-labelledby={letter} className="mt-8">
              <h2 id={letter} className="border-b border-line pb-1 text-xl">
                {letter}
              </h2>
              <Terms entries={group} />
            </section>
          ))}
        </>
      ) : (
        <>
          <output className="mt-6 block text-ink-2">
            {articles.length === 0
              ? t(($) => $.wiki.search.none, { query })
              : t(($) => $.wiki.search.found, { count: articles.length, query })}{' '}
            <a className="text-link" href={`/${language}/wiki`}>
              {t(($) => $.wiki.search.all)}
            </a>
          </output>
          <Terms entries={entries} />
        </>
      )}
      <FeedLink />
    </div>
  )
}

function Terms({ entries }: { entries: readonly { readonly term: string; readonly article: Entry }[] }) {
  const { language } = useSite()
  return (
    <ul className="mt-2 grid">
      {entries.map(({ term, article }) => (
        <li key={article.path} className="border-b border-line last:border-b-0">
          <a href={`/${language}${article.path}`} className="group grid gap-0.5 py-3 sm:grid-cols-[14rem_1fr] sm:gap-6">
            <span className="font-[560] group-hover:underline">{term}</span>
            <span lang={article.language === language ? undefined : article.language} className="text-sm text-ink-2">
              {article.title}
              <span className="block text-ink-3">{article.description}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Ä is found below A. */
function letterOf(term: string): string {
  return (term.normalize('NFD').at(0) ?? '').toUpperCase()
}
