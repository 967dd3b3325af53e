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

/** Fewer bots than this in one bar are background, whatever the ratio. */
const leastPerBucket = 20
/** How many times the usual number of bots makes an attack. */
const factor = 4

/** The largest run of bars with far more bots than usual, or null. Usual is the median bar, or the period before where that one was quieter. */
export function findAttack({ buckets, bucketMinutes, previous }: Pick<Statistics, 'buckets' | 'bucketMinutes' | 'previous'>): Attack | null {
  const usual = Math.min(median(buckets.map(({ refused }) => refused)), previous.refused / Math.max(1, buckets.length))
  const bar = Math.max(leastPerBucket, factor * (usual + 1))
  const largest = runsAbove(buckets, bar).toSorted((a, b) => stoppedIn(b) - stoppedIn(a))[0]
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

type Bucket = Statistics['buckets'][number]

function runsAbove(buckets: readonly Bucket[], bar: number): Bucket[][] {
  const runs: Bucket[][] = []
  let current: Bucket[] | null = null
  for (const bucket of buckets) {
    if (bucket.refused < bar) current = null
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
