/**
 * Percentiles of times from counts that can be added: after C. Masson, J. E. Rim and H. K. Lee, "DDSketch: a fast and fully-mergeable
 * quantile sketch with relative-error guarantees", PVLDB 12 (2019) 2195–2205. Bucket i counts values from γ^(i-1), not included, to
 * γ^i. Whatever lies in it is told as 2γ^i ÷ (γ + 1), which is off by at most 1 %.
 */

/** How far a percentile may be off: 1 % of the exact one. */
export const relativeError = 0.01

const gamma = (1 + relativeError) / (1 - relativeError)
const logGamma = Math.log(gamma)
/** Shorter times count as 0. Microseconds. */
const smallest = 1

/** Counts by the number of the bucket; -1 counts zeros. Plain JSON: an object whose keys are numbers. */
export type Sketch = Readonly<Record<number, number>>

/** The bucket of a time in whole microseconds. */
export function bucketOf(micros: number): number {
  if (!(micros >= smallest)) return -1
  return Math.max(0, Math.ceil(Math.log(micros) / logGamma))
}

/** Both together. The order and grouping of merges change nothing. */
export function mergeSketches(one: Sketch, other: Sketch): Sketch {
  const merged: Record<number, number> = { ...one }
  for (const [bucket, count] of Object.entries(other)) merged[Number(bucket)] = (merged[Number(bucket)] ?? 0) + count
  return merged
}

/**
 * The value below or at which a share of the values lies, in microseconds, at most 1 % beside the exact one: the value at position
 * `floor(share × (n - 1))` of the sorted ones. null without values. `share` from 0 to 1.
 */
export function quantileOf(sketch: Sketch, share: number): number | null {
  const buckets = Object.entries(sketch)
    .map(([bucket, count]): [number, number] => [Number(bucket), count])
    .toSorted(([a], [b]) => a - b)
  const total = buckets.reduce((sum, [, count]) => sum + count, 0)
  if (total === 0) return null
  const position = Math.floor(Math.min(1, Math.max(0, share)) * (total - 1))
  let passed = 0
  for (const [bucket, count] of buckets) {
    passed += count
    if (passed > position) return valueOf(bucket)
  }
  return null
}

function valueOf(bucket: number): number {
  return bucket === -1 ? 0 : (2 * gamma ** bucket) / (gamma + 1)
}
