import type { Statistics } from '@bollard/contracts'

export interface Attack {
  /** Start of the first bar of the attack, and end of its last one. */
  from: string
  to: string
  /** Bots stopped, and visitors let through, in that time. */
  stopped: number
  through: number
  /** True while one of the two newest bars belongs to it; the newest is still filling up. */
  ongoing: boolean
}

/** Fewer bots than this are background, whatever the ratio: in one bar, and by the hour. */
const perBucketMin = 20
const perHourMin = 10
/** How many times the usual number of bots makes an attack. */
const factor = 4
/** The share of bots that an attack brings at least; below it a site with many visitors is only busy. */
const shareMin = 0.1

/** The largest run of bars with far more bots than usual, or null. */
export function findAttack(
  statistics: Pick<Statistics, 'buckets' | 'bucketMinutes' | 'totals' | 'previous'>,
): Attack | null {
  const { buckets, bucketMinutes } = statistics
  const bar = Math.max(perBucketMin, (perHourMin * bucketMinutes) / 60, factor * (usualRefused(statistics) + 1))
  const largest = runsOf(
    buckets,
    (bucket) => bucket.refused >= bar && bucket.refused >= shareMin * checked(bucket),
  ).toSorted((a, b) => stoppedIn(b) - stoppedIn(a))[0]
  const first = largest?.[0]
  const last = largest?.at(-1)
  if (!largest || !first || !last) return null
  return {
    from: first.at,
    to: new Date(Date.parse(last.at) + bucketMinutes * 60_000).toISOString(),
    stopped: stoppedIn(largest),
    through: largest.reduce((sum, { passed, flagged }) => sum + passed + flagged, 0),
    ongoing: buckets.indexOf(last) >= buckets.length - 2,
  }
}

/**
 * Bots in a usual bar: the median of those with any visitor. An attack that fills the whole period would be usual in it, so
 * the period before counts too, if it had about as many visitors to compare with.
 */
function usualRefused({ buckets, totals, previous }: Pick<Statistics, 'buckets' | 'totals' | 'previous'>): number {
  const active = buckets.filter((bucket) => checked(bucket) > 0)
  const now = median(active.map(({ refused }) => refused))
  const isComparable =
    previous.passed + previous.flagged >= (totals.passed + totals.flagged) / 2 && checked(previous) > 0
  return isComparable ? Math.min(now, previous.refused / Math.max(1, buckets.length)) : now
}

type Bucket = Statistics['buckets'][number]

function checked({ passed, flagged, refused }: Pick<Bucket, 'passed' | 'flagged' | 'refused'>): number {
  return passed + flagged + refused
}

function runsOf(buckets: readonly Bucket[], belongs: (bucket: Bucket) => boolean): Bucket[][] {
  const runs: Bucket[][] = []
  let current: Bucket[] | null = null
  for (const bucket of buckets) {
    if (!belongs(bucket)) current = null
    else if (current) current.push(bucket)
    else runs.push((current = [bucket]))
  }
  return runs
}

function stoppedIn(run: readonly Bucket[]): number {
  return run.reduce((sum, { refused }) => sum + refused, 0)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
