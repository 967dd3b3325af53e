import { useFormats } from '@bollard/site-kit'
import type { Statistics } from '@bollard/contracts'
import { Card, CardHeader } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { ChartLegend } from './bar-plot.tsx'
import { ChartTable } from './chart-table.tsx'
import { labelBucket } from './label-buckets.ts'
import type { Series } from './lay-out-chart.ts'
import { PostChart } from './post-chart.tsx'

/** The chart with its legend, and the same figures as a table. */
export function ChartCard({ statistics }: { statistics: Statistics }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { buckets, bucketMinutes } = statistics
  const title = useChartTitle(bucketMinutes)
  const name = (one: Series) => t(($) => $.series[one])
  return (
    <Card className="min-w-0">
      <CardHeader title={title} className="!mb-6">
        <ChartLegend name={name} />
      </CardHeader>
      <PostChart statistics={statistics} title={title} />
      <ChartTable
        summary={t(($) => $.overview.chart.table)}
        title={title}
        time={t(($) => $.overview.chart.time)}
        bars={buckets.toReversed().map((bucket) => ({ at: bucket.at, counts: bucket }))}
        at={({ at }) => labelBucket(at, bucketMinutes, formats)}
        name={name}
        value={formats.whole}
      />
    </Card>
  )
}

function useChartTitle(bucketMinutes: number): string {
  const { t } = useTranslation()
  if (bucketMinutes >= 1_440) return t(($) => $.overview.chart.perDay)
  return t(($) => $.overview.chart.perHours, { count: Math.round(bucketMinutes / 60) })
}
