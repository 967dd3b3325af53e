import type { Statistics } from '@bollard/contracts'
import { classNames } from '@bollard/ui'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../words/time-zone.tsx'
import { BarPlot } from './bar-plot.tsx'
import { BarReader } from './bar-reader.tsx'
import { labelAxis, labelBucket } from './label-buckets.ts'
import { layOutChart } from './lay-out-chart.ts'

const plotHeight = 236
const axisHeight = 30

/**
 * Verifications over a period, as posts. `title` says what a bar counts.
 */
export function PostChart({ statistics, title }: { statistics: Statistics; title: string }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { buckets, bucketMinutes, period, totals } = statistics
  const layout = useMemo(() => layOutChart(buckets, { height: plotHeight }), [buckets])
  const { bars } = layout
  const labels = labelAxis(
    bars.map(({ at }) => at),
    period,
    formats,
  )
  const peak = bars.toSorted((a, b) => b.total - a.total)[0]
  const words = {
    title,
    period: t(($) => $.periods.in[period]),
    passed: formats.whole(totals.passed),
    flagged: formats.whole(totals.flagged),
    refused: formats.whole(totals.refused),
  }
  const isEmpty = !peak || peak.total === 0
  const summary = isEmpty
    ? t(($) => $.overview.chart.summaryEmpty, words)
    : t(($) => $.overview.chart.summary, {
        ...words,
        peak: formats.whole(peak.total),
        peakTime: labelBucket(peak.at, bucketMinutes, formats),
      })
  return (
    <div className={classNames('chart relative pl-10', `chart-${period}`)}>
      <BarPlot
        label={summary}
        layout={layout}
        height={plotHeight}
        axisHeight={axisHeight}
        gutter={40}
        value={formats.compact}
        labels={labels}
      />
      {isEmpty ? (
        <p className="absolute inset-x-10 top-20 text-center text-sm text-ink-3">{t(($) => $.overview.chart.empty)}</p>
      ) : (
        <BarReader bars={bars} height={plotHeight} bucketMinutes={bucketMinutes} />
      )}
    </div>
  )
}
