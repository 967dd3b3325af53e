import { useFormats } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type AnalyticsPeriod, type DecisionSearch, writeSearch } from './decision-search.ts'

/** Where single decisions are, and of which period. */
export interface Log {
  readonly address: string
  readonly period: AnalyticsPeriod
}

interface InLogProps {
  count: number
  log: Log
  filter: DecisionSearch
  /** Stands in place of the count, such as a time. */
  children?: string | undefined
}

/** A count that leads to its decisions; a zero has none. Probes are nobody's visitors, and in no other count than their own. */
export function InLog({ count, log, filter: wanted, children }: InLogProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const shown = children ?? formats.whole(count)
  if (count === 0) return shown
  const filter = { probe: 'false', ...wanted }
  return (
    <Link
      to={`${log.address}?${writeSearch(log.period, filter)}`}
      aria-label={t(($) => $.analytics.inLog, { shown })}
      className="rounded-sm decoration-line-strong underline-offset-4 hover:underline"
    >
      {shown}
    </Link>
  )
}
