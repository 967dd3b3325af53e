interface Bucket {
  readonly at: string
  readonly to: string
  readonly passed: number
  readonly flagged: number
  readonly refused: number
}

/** Bars that a chart can show next to each other. */
const barsMax = 100
const daysOfWeek = 7

/** Days as they are, or weeks of them where they would be more bars than fit; weeks end with the last day. */
export function foldBuckets(buckets: readonly Bucket[]): {
  readonly bars: readonly Bucket[]
  readonly areWeeks: boolean
} {
  if (buckets.length <= barsMax) return { bars: buckets, areWeeks: false }
  const bars: Bucket[] = []
  for (let end = buckets.length; end > 0; end -= daysOfWeek) {
    const days = buckets.slice(Math.max(0, end - daysOfWeek), end)
    const [first, last] = [days[0], days.at(-1)]
    if (first && last) bars.unshift({ at: first.at, to: last.to, ...sumOf(days) })
  }
  return { bars, areWeeks: true }
}

function sumOf(days: readonly Bucket[]) {
  const of = (series: 'passed' | 'flagged' | 'refused') => days.reduce((sum, day) => sum + day[series], 0)
  return { passed: of('passed'), flagged: of('flagged'), refused: of('refused') }
}
