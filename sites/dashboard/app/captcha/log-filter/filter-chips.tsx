import { Icon } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { FilterOptions } from './filter-options.ts'
import { type LogSearch, withFilter, writeSearch } from './log-search.ts'
import { useFilterWords } from './use-filter-words.ts'

const chip =
  'inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-post border border-line-strong bg-surface px-3 text-sm [overflow-wrap:anywhere]'

interface FilterChipsProps {
  filter: LogSearch
  options: FilterOptions
  /** Makes each chip a link that takes its part out. */
  isRemovable?: boolean
}

/** The parts of a filter, each as a chip. */
export function FilterChips({ filter, options, isRemovable = false }: FilterChipsProps) {
  const { t } = useTranslation()
  const parts = useFilterWords(options)(filter)
  if (parts.length === 0) return <p className="text-sm text-ink-2">{t(($) => $.logFilter.values.all)}</p>
  return (
    <ul aria-label={t(($) => $.logFilter.list)} className="flex min-w-0 flex-wrap gap-2">
      {parts.map(({ name, label, value }) => {
        const words = (
          <span className="min-w-0 py-1">
            <span className="text-ink-2">{label}:</span> {value}
          </span>
        )
        return (
          <li key={name} className="max-w-full">
            {isRemovable ? (
              <Link
                to={`?${writeSearch(withFilter(filter, name, null))}`}
                preventScrollReset
                aria-label={t(($) => $.logFilter.remove, { name: label, value })}
                className={`${chip} hover:border-ink-3 hover:bg-sunken touch:min-h-11`}
              >
                {words}
                <Icon name="close" className="size-3.5 shrink-0 text-ink-3" />
              </Link>
            ) : (
              <span className={chip}>{words}</span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
