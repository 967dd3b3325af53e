import type { Statistics } from '@bollard/contracts'
import { scaleBand, scaleLinear } from 'd3-scale'

export const series = ['passed', 'flagged', 'refused'] as const
export type Series = (typeof series)[number]

export interface Post {
  series: Series
  /** Pixels from the top of the plot. */
  y: number
  height: number
}
export interface Bar {
  at: string
  /** Centre, in percent of the plot's width: the plot stretches, posts and words do not. */
  centre: number
  total: number
  counts: Record<Series, number>
  /** Bottom to top. */
  posts: Post[]
}
export interface ChartLayout {
  bars: Bar[]
  /** Lines across the plot with their values, from 0 upwards. */
  lines: { value: number; y: number }[]
  /** Where the bars of the period before would end, as far as they have a bar here. */
  before: { centre: number; y: number }[]
}

/** What is drawn of a bucket. */
export type DrawnBucket = Pick<Statistics['buckets'][number], 'at' | Series>

export interface ChartScale {
  /** Of the plot, in pixels. */
  height: number
  /** Posts stand apart by this much. */
  gap?: number
  /** One visitor among thousands must still be seen. */
  heightMin?: number
  /** Totals of the period before, in the order of the bars. */
  before?: readonly number[]
}

/** Where everything stands in the plot: one stack of posts per bucket, people below, bots on top. */
export function layOutChart(
  buckets: readonly DrawnBucket[],
  { height, gap = 2, heightMin = 4, before = [] }: ChartScale,
): ChartLayout {
  const earlier = before.slice(0, buckets.length)
  const highest = Math.max(0, ...buckets.map(totalOf), ...earlier)
  // Room for the gaps and the least heights of a full stack, so that the highest bar stays inside.
  const headroom = 2 * gap + 2 * heightMin
  const y = scaleLinear()
    .domain([0, Math.max(4, highest)])
    .nice(4)
    .range([height, headroom])
  const x = scaleBand<number>()
    .domain(buckets.map((_, index) => index))
    .range([0, 100])
  const centreOf = (index: number): number => (x(index) ?? 0) + x.bandwidth() / 2
  return {
    bars: buckets.map((bucket, index) => ({
      at: bucket.at,
      centre: centreOf(index),
      total: totalOf(bucket),
      counts: { passed: bucket.passed, flagged: bucket.flagged, refused: bucket.refused },
      posts: stack(bucket, { height, gap, heightOf: (value) => Math.max(heightMin, height - y(value)) }),
    })),
    lines: y
      .ticks(4)
      .filter(Number.isInteger)
      .map((value) => ({ value, y: y(value) })),
    before: earlier.map((total, index) => ({ centre: centreOf(index), y: y(total) })),
  }
}

function stack(
  bucket: Record<Series, number>,
  { height: floor, gap, heightOf }: { height: number; gap: number; heightOf: (value: number) => number },
): Post[] {
  let top = floor
  return series.flatMap((name) => {
    if (bucket[name] === 0) return []
    const height = heightOf(bucket[name])
    const y = top - height
    top = y - gap
    return [{ series: name, y, height }]
  })
}

function totalOf(bucket: Record<Series, number>): number {
  return bucket.passed + bucket.flagged + bucket.refused
}
