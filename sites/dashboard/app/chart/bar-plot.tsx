import { PostMark } from '@bollard/ui'
import type { AxisLabel } from './label-buckets.ts'
import { type Bar, type ChartLayout, type Series, series } from './lay-out-chart.ts'

export type SeriesColours = Readonly<Record<Series, 'series-human' | 'series-doubt' | 'series-bot' | 'info'>>

/** People below, doubt between, bots on top. */
export const seriesColours: SeriesColours = {
  passed: 'series-human',
  flagged: 'series-doubt',
  refused: 'series-bot',
}

interface BarPlotProps {
  /** Says what the picture shows. */
  label: string
  layout: ChartLayout
  /** Of the plot and of the words below it, in pixels. */
  height: number
  axisHeight: number
  /** Room for the values at the left, which the element around it leaves as padding, in pixels. */
  gutter: number
  /** Writes the values at the left; null leaves them out. */
  value: ((value: number) => string) | null
  labels: readonly AxisLabel[]
  colours?: SeriesColours
  /** What pointing at a bar says, where nothing else reads the chart. */
  sentence?: (bar: Bar) => string
}

/**
 * Bars as posts over lines with their values. Places across are percentages, heights are pixels, so it fits any width without
 * measuring, on the server too.
 */
export function BarPlot({
  label,
  layout: { bars, lines, before },
  height,
  axisHeight,
  gutter,
  value,
  labels,
  colours = seriesColours,
  sentence,
}: BarPlotProps) {
  return (
    <svg role="img" aria-label={label} width="100%" height={height + axisHeight} className="block overflow-visible">
      {lines.map((line) => (
        <g key={line.value}>
          <line x1="0" x2="100%" y1={line.y} y2={line.y} stroke="var(--line)" shapeRendering="crispEdges" />
          {value === null ? null : (
            <text x={-gutter} y={line.y + 4} fontSize="11" fill="var(--ink-3)">
              {value(line.value)}
            </text>
          )}
        </g>
      ))}
      {before.length === 0 ? null : <Before points={before} height={height} />}
      {bars.map((bar) => (
        <g key={bar.at}>
          {sentence ? <title>{sentence(bar)}</title> : null}
          {bar.posts.map((post) => (
            <rect
              key={post.series}
              className="post"
              x={`${bar.centre}%`}
              y={post.y}
              height={post.height}
              fill={`var(--${colours[post.series]})`}
            />
          ))}
        </g>
      ))}
      {labels.map(({ bar, text, minor }) => (
        <text
          key={bar}
          x={`${bars[bar]?.centre ?? 0}%`}
          y={height + axisHeight - 8}
          fontSize="11.5"
          fill="var(--ink-3)"
          textAnchor={anchorOf(bars[bar]?.centre ?? 50)}
          className={minor ? 'label-minor' : undefined}
        >
          {text}
        </text>
      ))}
    </svg>
  )
}

/** The period before, as a faint broken line behind the posts. */
function Before({ points, height }: { points: ChartLayout['before']; height: number }) {
  return (
    <svg width="100%" height={height} viewBox={`0 0 100 ${height}`} preserveAspectRatio="none">
      <polyline
        points={points.map(({ centre, y }) => `${centre},${y}`).join(' ')}
        fill="none"
        stroke="var(--ink-3)"
        strokeWidth="1.5"
        strokeDasharray="5 4"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

/** Words at the edges must not hang over them. */
function anchorOf(centre: number): 'start' | 'middle' | 'end' {
  if (centre < 4) return 'start'
  return centre > 96 ? 'end' : 'middle'
}

/** What the colours of a chart stand for. */
export function ChartLegend({
  name,
  order = series,
  colours = seriesColours,
}: {
  name: (one: Series) => string
  order?: readonly Series[]
  colours?: SeriesColours
}) {
  return (
    <span className="flex flex-wrap gap-x-3.5 gap-y-1.5 text-xs text-ink-2">
      {order.map((one) => (
        <span key={one} className="flex items-center gap-1.5">
          <PostMark colour={colours[one]} />
          {name(one)}
        </span>
      ))}
    </span>
  )
}
