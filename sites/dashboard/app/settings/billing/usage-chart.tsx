import type { Accounting } from '@bollard/contracts'
import { useTranslation } from 'react-i18next'
import { BarPlot, ChartLegend, type SeriesColours } from '../../chart/bar-plot.tsx'
import { ChartTable } from '../../chart/chart-table.tsx'
import { layOutChart, type Series } from '../../chart/lay-out-chart.ts'
import { daysOfMonth } from './month-days.ts'
import { useBillingFormats } from '../../billing/use-billing-formats.ts'

const plotHeight = 168
const axisHeight = 28
const daysBetweenLabels = 5
const colours: SeriesColours = { passed: 'series-human', flagged: 'info', refused: 'series-bot' }
const order = ['passed', 'refused', 'flagged'] as const

/** A month by its days, as posts: what counts towards the plan at the bottom, what is free of charge above it. The same as a table. */
export function UsageChart({ accounting }: { accounting: Accounting }) {
  const { t } = useTranslation()
  const formats = useBillingFormats()
  const days = daysOfMonth(accounting)
  const layout = layOutChart(days, { height: plotHeight })
  const { bars } = layout
  const title = t(($) => $.billing.months.chart, { month: formats.month(accounting.period) })
  const names: Record<Series, string> = {
    passed: t(($) => $.billing.usage.billable),
    flagged: t(($) => $.billing.months.otherFree),
    refused: t(($) => $.billing.months.stopped),
  }
  const used = bars.filter(({ total }) => total > 0)
  const peak = used.toSorted((a, b) => b.total - a.total)[0]
  if (peak === undefined) return <p className="text-sm text-ink-3">{t(($) => $.billing.months.chartEmpty)}</p>
  const summary = t(($) => $.billing.months.chartSummary, {
    title,
    counted: formats.whole(accounting.counted.billable),
    day: formats.dayMonth(peak.at),
    peak: formats.whole(peak.total),
  })

  return (
    <div>
      <div className="mb-4">
        <ChartLegend name={(series) => names[series]} order={order} colours={colours} />
      </div>
      <div dir="ltr" className="chart chart-30d ps-10">
        <BarPlot
          label={summary}
          layout={layout}
          height={plotHeight}
          axisHeight={axisHeight}
          gutter={40}
          value={formats.whole}
          labels={bars.flatMap(({ at }, bar) =>
            bar % daysBetweenLabels === 0 ? [{ bar, text: formats.dayMonth(at), minor: bar % 10 === 5 }] : [],
          )}
          colours={colours}
          sentence={({ at, counts }) =>
            `${formats.dayMonth(at)}: ${order.map((series) => `${names[series]} ${formats.whole(counts[series])}`).join(', ')}`
          }
        />
      </div>
      <ChartTable
        summary={t(($) => $.billing.months.table)}
        title={title}
        time={t(($) => $.billing.months.day)}
        bars={used}
        at={({ at }) => formats.dayMonth(at)}
        name={(series) => names[series]}
        value={formats.whole}
        order={order}
      />
    </div>
  )
}
