import type { Statistics } from '@bollard/contracts'
import { seriesColours } from './bar-plot.tsx'
import { layOutChart } from './lay-out-chart.ts'

const height = 44

/** A period at a glance, without axes. Hours without anybody keep a small mark, so that the day stays readable. */
export function Sparkline({
  buckets,
  label,
  className,
}: {
  buckets: Statistics['buckets']
  label: string
  className?: string
}) {
  const { bars } = layOutChart(buckets, { height, gap: 1, heightMin: 1.5 })
  return (
    <svg role="img" aria-label={label} width="100%" height={height} className={className}>
      {bars.map(({ at, centre, posts }) => (
        <g key={at}>
          {posts.length === 0 ? (
            <rect
              x={`${centre}%`}
              y={height - 3}
              width="3.5"
              height="3"
              rx="1.5"
              transform="translate(-1.75)"
              fill="var(--line-strong)"
            />
          ) : null}
          {posts.map(({ series, y, height: tall }) => (
            <rect
              key={series}
              x={`${centre}%`}
              y={y}
              width="3.5"
              height={tall}
              rx="1.75"
              transform="translate(-1.75)"
              fill={`var(--${seriesColours[series]})`}
            />
          ))}
        </g>
      ))}
    </svg>
  )
}
