import type { Statistics } from '@bollard/contracts'
import { Card, CardHeader, Cell, HeadCell, PostMark, Row, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../words/time-zone.tsx'
import { labelBucket } from './label-buckets.ts'
import { PostChart } from './post-chart.tsx'

/** Four columns fit on a phone only when they stand close together. */
const narrow = 'max-sm:!px-1.5'

/** The chart with its legend, and the same figures as a table for whoever reads those better. */
export function ChartCard({ statistics }: { statistics: Statistics }) {
  const { t } = useTranslation()
  const title = useChartTitle(statistics.bucketMinutes)
  return (
    <Card className="min-w-0">
      <CardHeader title={title} className="!mb-6">
        <span className="flex flex-wrap gap-3.5 text-xs text-ink-2">
          <span className="flex items-center gap-1.5">
            <PostMark colour="series-human" />
            {t(($) => $.series.passed)}
          </span>
          <span className="flex items-center gap-1.5">
            <PostMark colour="series-doubt" />
            {t(($) => $.series.flagged)}
          </span>
          <span className="flex items-center gap-1.5">
            <PostMark colour="series-bot" />
            {t(($) => $.series.refused)}
          </span>
        </span>
      </CardHeader>
      <PostChart statistics={statistics} title={title} />
      <ChartTable statistics={statistics} title={title} />
    </Card>
  )
}

function useChartTitle(bucketMinutes: number): string {
  const { t } = useTranslation()
  if (bucketMinutes >= 1_440) return t(($) => $.overview.chart.perDay)
  return t(($) => $.overview.chart.perHours, { count: Math.round(bucketMinutes / 60) })
}

function ChartTable({ statistics, title }: { statistics: Statistics; title: string }) {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <details className="mt-3 text-sm">
      <summary className="w-fit rounded-sm text-xs text-ink-2 hover:text-ink touch:py-3.5">
        {t(($) => $.overview.chart.table)}
      </summary>
      <div className="mt-3 max-h-80 overflow-auto rounded-md border border-line">
        <Table label={title}>
          <thead>
            <tr>
              <HeadCell className={narrow}>{t(($) => $.overview.chart.time)}</HeadCell>
              <HeadCell align="end" className={narrow}>
                {t(($) => $.series.passed)}
              </HeadCell>
              <HeadCell align="end" className={narrow}>
                {t(($) => $.series.flagged)}
              </HeadCell>
              <HeadCell align="end" className={narrow}>
                {t(($) => $.series.refused)}
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {statistics.buckets.toReversed().map((bucket) => (
              <Row key={bucket.at}>
                <Cell className={`${narrow} max-sm:!whitespace-normal`}>
                  {labelBucket(bucket.at, statistics.bucketMinutes, formats)}
                </Cell>
                <Cell align="end" className={narrow}>
                  {formats.whole(bucket.passed)}
                </Cell>
                <Cell align="end" className={narrow}>
                  {formats.whole(bucket.flagged)}
                </Cell>
                <Cell align="end" className={narrow}>
                  {formats.whole(bucket.refused)}
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </div>
    </details>
  )
}
