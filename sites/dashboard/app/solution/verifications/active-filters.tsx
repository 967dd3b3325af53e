import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { FilterChips } from '../../captcha/log-filter/filter-chips.tsx'
import { FilterCount, type FoundCount } from '../../captcha/log-filter/filter-count.tsx'
import type { FilterOptions } from '../../captcha/log-filter/filter-options.ts'
import type { LogSearch } from '../../captcha/log-filter/log-search.ts'
import { useEscape } from '../../captcha/log-filter/use-escape.ts'

interface ActiveFiltersProps {
  filter: LogSearch
  options: FilterOptions
  /** Null where it could not be counted. */
  count: FoundCount | null
}

/** Which filters hold, each with the way to take it out, and how much they find. Escape takes them all out. */
export function ActiveFilters({ filter, options, count }: ActiveFiltersProps) {
  const { t } = useTranslation()
  useEscape('?')
  return (
    <div className="mb-4 grid gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <FilterChips filter={filter} options={options} isRemovable />
        <Link
          to="?"
          preventScrollReset
          className="inline-flex min-h-8 items-center gap-2 rounded-sm text-sm text-ink-2 hover:text-ink touch:min-h-11"
        >
          {t(($) => $.logFilter.clear)}
          <kbd data-needs-js className="rounded-sm border border-line px-1.5 text-xs text-ink-3 touch:hidden">
            {t(($) => $.logFilter.clearKey)}
          </kbd>
        </Link>
      </div>
      {count === null ? null : <FilterCount {...count} />}
    </div>
  )
}
