import { analyticsPeriods } from '@bollard/contracts'
import { SegmentedControl, SegmentedItem } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type AnalyticsPeriod, type DecisionSearch, writeSearch } from './decision-search.ts'

/** The periods to choose from; what else the address says stays. */
export function PeriodNav({ period, filter = {} }: { period: AnalyticsPeriod; filter?: DecisionSearch }) {
  const { t } = useTranslation()
  return (
    <SegmentedControl label={t(($) => $.analytics.period)}>
      {analyticsPeriods.map((one) => (
        <SegmentedItem key={one} asChild current={one === period}>
          <Link to={`?${writeSearch(one, filter)}`} preventScrollReset>
            {t(($) => $.analytics.periods[one])}
          </Link>
        </SegmentedItem>
      ))}
    </SegmentedControl>
  )
}
