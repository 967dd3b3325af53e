import type { ProtectionStatistics } from '@bollard/contracts'
import { useFormats } from '@bollard/site-kit'
import { Card, CardHeader } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { BarPlot, ChartLegend } from '../chart/bar-plot.tsx'
import { ChartTable } from '../chart/chart-table.tsx'
import { labelAxis, labelBucket } from '../chart/label-buckets.ts'
import { layOutChart, type Series } from '../chart/lay-out-chart.ts'
import { writeSearch } from './decision-search.ts'
import type { Log } from './in-log.tsx'

const plotHeight = 236

/** Requests over the period as posts: let through, asked for work or to wait, blocked. */
export function RequestsChart({ statistics, log }: { statistics: ProtectionStatistics; log: Log }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { bucketMinutes, period, totals } = statistics
  const words = t(($) => $.analytics.chart, { returnObjects: true })
  const buckets = statistics.buckets.map(({ at, allow, challenge, throttle, deny }) => ({
    at,
    passed: allow,
    flagged: challenge + throttle,
    refused: deny,
  }))
  const layout = layOutChart(buckets, { height: plotHeight })
  const at = (bar: { at: string }) => labelBucket(bar.at, bucketMinutes, formats)
  const name = (one: Series) => words.series[one]
  const starts = buckets.map((bucket) => bucket.at)
  const labels = labelAxis(starts, period, formats)
  const summary = t(($) => $.analytics.chart.summary, {
    requests: formats.whole(totals.requests),
    stopped: formats.whole(totals.challenge + totals.throttle + totals.deny),
  })
  return (
    <Card className="mb-4 min-w-0">
      <CardHeader title={words.title} className="!mb-6">
        <ChartLegend name={name} />
      </CardHeader>
      <div dir="ltr" className={`chart chart-${period} relative ps-10`}>
        <BarPlot
          label={summary}
          layout={layout}
          height={plotHeight}
          axisHeight={30}
          gutter={40}
          value={formats.compact}
          labels={labels}
          sentence={(bar) => t(($) => $.analytics.chart.bar, { time: at(bar), requests: formats.whole(bar.total) })}
        />
      </div>
      <ChartTable
        summary={words.table}
        title={words.title}
        time={words.time}
        bars={buckets.toReversed().map((bucket) => ({ at: bucket.at, counts: bucket }))}
        at={at}
        to={(bar) => {
          const before = new Date(Date.parse(bar.at) + bucketMinutes * 60_000).toISOString()
          return `${log.address}?${writeSearch(log.period, { probe: 'false', notBefore: bar.at, before })}`
        }}
        name={name}
        value={formats.whole}
      />
    </Card>
  )
}
