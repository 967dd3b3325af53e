import type { Statistics } from '@bollard/contracts'
import { classNames } from '@bollard/ui'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../words/time-zone.tsx'
import { BarReader } from './bar-reader.tsx'
import { labelAxis, labelBucket } from './label-buckets.ts'
import { layOutChart, type Series } from './lay-out-chart.ts'

const plotHeight = 236
const axisHeight = 30
const fills: Record<Series, string> = {
  passed: 'var(--series-human)',
  flagged: 'var(--series-doubt)',
  refused: 'var(--series-bot)',
}

/**
 * Verifications over a period, as posts. Drawn on the server: places across are percentages, heights are pixels, so it fits any
 * width without measuring. `title` says what a bar counts.
 */
export function PostChart({ statistics, title }: { statistics: Statistics; title: string }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { buckets, bucketMinutes, period, totals } = statistics
  const { bars, lines } = useMemo(() => layOutChart(buckets, { height: plotHeight }), [buckets])
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
      <svg
        role="img"
        aria-label={summary}
        width="100%"
        height={plotHeight + axisHeight}
        className="block overflow-visible"
      >
        {lines.map(({ value, y }) => (
          <g key={value}>
            <line x1="0" x2="100%" y1={y} y2={y} stroke="var(--line)" shapeRendering="crispEdges" />
            <text x="-40" y={y + 4} fontSize="11" fill="var(--ink-3)">
              {formats.compact(value)}
            </text>
          </g>
        ))}
        {bars.map(({ at, centre, posts }) => (
          <g key={at}>
            {posts.map(({ series, y, height }) => (
              <rect key={series} className="post" x={`${centre}%`} y={y} height={height} fill={fills[series]} />
            ))}
          </g>
        ))}
        {labels.map(({ bar, text, minor }) => (
          <text
            key={bar}
            x={`${bars[bar]?.centre ?? 0}%`}
            y={plotHeight + 22}
            fontSize="11.5"
            fill="var(--ink-3)"
            textAnchor={anchorOf(bars[bar]?.centre ?? 50)}
            className={minor ? 'label-minor' : undefined}
          >
            {text}
          </text>
        ))}
      </svg>
      {isEmpty ? (
        <p className="absolute inset-x-10 top-20 text-center text-sm text-ink-3">{t(($) => $.overview.chart.empty)}</p>
      ) : (
        <BarReader bars={bars} height={plotHeight} bucketMinutes={bucketMinutes} />
      )}
    </div>
  )
}

/** Words at the edges must not hang over them. */
function anchorOf(centre: number): 'start' | 'middle' | 'end' {
  if (centre < 4) return 'start'
  return centre > 96 ? 'end' : 'middle'
}
