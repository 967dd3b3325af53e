import type { Period } from '@bollard/contracts'
import { SegmentedControl, SegmentedItem } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

// Not taken from the contracts: those would bring their whole validation into the browser.
const periods = ['24h', '7d', '30d'] as const satisfies readonly Period[]

/** The periods as links: which one holds stands in the address. */
export function PeriodChoice({ current }: { current: Period }) {
  const { t } = useTranslation()
  return (
    <SegmentedControl label={t(($) => $.periods.label)}>
      {periods.map((period) => (
        <SegmentedItem key={period} asChild current={period === current}>
          <Link to={`?period=${period}`} preventScrollReset replace>
            {t(($) => $.periods[period])}
          </Link>
        </SegmentedItem>
      ))}
    </SegmentedControl>
  )
}
