import type { Statistics } from '@bollard/contracts'
import { Alert, Icon } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { useSolution } from '../../solution/use-solution.ts'
import { useEscape } from '../log-filter/use-escape.ts'
import { useFilterWords } from './filter-words.ts'
import { filtersOf, logSearch, propertiesOf, without } from './statistics-search.ts'

/** The filters of the address, each to take out with a click, all of them with Escape; and what the figures cannot do with them. */
export function FilterChips({
  statistics,
  environments,
}: {
  statistics: Statistics
  environments: readonly { id: string; name: string }[]
}) {
  const { t } = useTranslation()
  const { base } = useSolution()
  const [search] = useSearchParams()
  const { nameOf, valueWords } = useFilterWords(statistics, environments)
  const filters = filtersOf(search)
  useEscape(filters.length > 0 ? without(search) : null)
  if (filters.length === 0) return <p className="mb-4 text-xs text-ink-3">{t(($) => $.statistics.filterHint)}</p>
  const log = `${base}/captcha/verifications${logSearch(search, statistics)}`
  return (
    <section aria-label={t(($) => $.statistics.filters)} className="mb-4 grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        {filters.map(({ name, value }) => {
          const words = { name: nameOf(name), value: valueWords(name, value) }
          return (
            <Link
              key={name}
              to={without(search, [name])}
              preventScrollReset
              aria-label={t(($) => $.statistics.remove, words)}
              className="inline-flex min-h-8 max-w-full items-center gap-2 rounded-post border border-line-strong bg-surface px-3 py-1 text-sm hover:border-ink-3 touch:min-h-11"
            >
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <span className="text-ink-3">{words.name}:</span> {words.value}
              </span>
              <Icon name="close" className="size-3.5 shrink-0" />
            </Link>
          )
        })}
        <Link to={log} className="text-link px-2 text-sm touch:py-3">
          {t(($) => $.statistics.toLog)}
        </Link>
        <Link
          to={without(search)}
          preventScrollReset
          className="rounded-sm px-2 text-sm text-ink-2 hover:text-ink touch:py-3"
        >
          {t(($) => $.statistics.removeAll)}
          <kbd className="ms-1.5 rounded-sm border border-line px-1 text-xs max-sm:hidden">Esc</kbd>
        </Link>
      </div>
      {propertiesOf(search).length > 1 ? (
        <Alert kind="info" title={t(($) => $.statistics.severalTitle)}>
          {t(($) => $.statistics.several)}{' '}
          <Link to={log} className="text-link">
            {t(($) => $.statistics.toLog)}
          </Link>
        </Alert>
      ) : null}
    </section>
  )
}
