import { PageHead, useSite } from '@bollard/site-kit'
import { SearchForm } from '@bollard/site-kit/reading'
import { scopeOf } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { countMissedSearch } from './count-missed-search.server.ts'
import { queryIn, queryLengthMax } from './query-in.ts'
import { findPages } from './search-index.server.ts'
import type { Route } from './+types/search-page.ts'

export const handle = { hydrate: false }

export async function loader({ request, context }: Route.LoaderArgs) {
  const { language } = scopeOf(context, request)
  const query = queryIn(new URL(request.url).searchParams.get('q'))
  const hits = query === '' ? [] : await findPages(language, query)
  if (query !== '' && hits.length === 0) await countMissedSearch({ request, context }, query)
  return { query, hits }
}

/** The search for browsers without scripts, and what the dialog falls back to. */
export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { query, hits } = loaderData
  return (
    <main id="content" tabIndex={-1} className="max-w-[54rem] px-4 pt-8 pb-16 sm:px-6 lg:px-12">
      <PageHead hidden title={`${t(($) => $.search.label)} · ${t(($) => $.meta.suffix)}`} />
      <h1 className="text-[2rem] leading-[1.12] sm:text-[2.4rem]">{t(($) => $.search.label)}</h1>
      <SearchForm
        action={`/${language}/search`}
        query={query}
        queryLengthMax={queryLengthMax}
        label={t(($) => $.search.dialog.label)}
        submit={t(($) => $.search.label)}
        required
      />
      {query === '' ? null : (
        <output className="mt-5 block text-ink-2">
          {hits.length === 0
            ? t(($) => $.search.dialog.none, { query })
            : t(($) => $.search.found, { count: hits.length, query })}
        </output>
      )}
      <ol className="mt-3 grid">
        {hits.map(({ path, title, heading, section }) => (
          <li key={path} className="border-b border-line">
            <a href={`/${language}${path}`} className="group grid gap-0.5 py-3">
              <span className="text-xs text-ink-3">{heading === '' ? section : `${section} · ${title}`}</span>
              <span className="font-[560] group-hover:underline">{heading === '' ? title : heading}</span>
            </a>
          </li>
        ))}
      </ol>
    </main>
  )
}
