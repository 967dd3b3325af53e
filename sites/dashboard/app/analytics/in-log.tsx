import { useFormats } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type AnalyticsPeriod, type DecisionSearch, writeSearch } from './decision-search.ts'

/** Where single decisions are, and of which period. */
export interface Log {
  readonly address: string
  readonly period: AnalyticsPeriod
}

/** A count that leads to its decisions; a zero has none. */
export function InLog({ count, log, filter }: { count: number; log: Log; filter: DecisionSearch }) {
  const { t } = useTranslation()
  const shown = useFormats().whole(count)
  if (count === 0) return shown
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
