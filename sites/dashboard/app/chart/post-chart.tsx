import { useFormats } from '@bollard/site-kit'
import type { Statistics } from '@bollard/contracts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { labelAxis, labelBucket } from './label-buckets.ts'
import { layOutChart } from './lay-out-chart.ts'
import { VerificationPlot } from './verification-plot.tsx'

const plotHeight = 236

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
    <VerificationPlot
      className={`chart-${period}`}
      label={summary}
      layout={layout}
      labels={labels}
      height={plotHeight}
      time={({ at }) => labelBucket(at, bucketMinutes, formats)}
    />
  )
}
