/**
 * Percentiles of times from counts that can be added: after C. Masson, J. E. Rim and H. K. Lee, "DDSketch: a fast and
 * fully-mergeable quantile sketch with relative-error guarantees", PVLDB 12 (2019) 2195–2205. Bucket i counts values
 * from γ^(i-1), not included, to γ^i. Whatever lies in it is told as 2γ^i ÷ (γ + 1), which is off by at most 1 %.
 */

/** How far a percentile may be off: 1 % of the exact one. */
export const relativeError = 0.01

const gamma = (1 + relativeError) / (1 - relativeError)
const logGamma = Math.log(gamma)
/** Shorter times count as 0. Microseconds. */
const smallest = 1

/**
 * Pairs of the number of a bucket and its count, flat and sorted: `[120, 3, 121, 1]` counts four values. Bucket -1
 * counts zeros. Plain JSON, as short for the few checks of a minute as they are.
 */
export type Sketch = readonly number[]

/** The bucket of a time in whole microseconds. */
export function bucketOf(micros: number): number {
  if (!(micros >= smallest)) return -1
  return Math.max(0, Math.ceil(Math.log(micros) / logGamma))
}

/** Both together. The order and grouping of merges change nothing. */
export function mergeSketches(one: Sketch, other: Sketch): Sketch {
  const merged: number[] = []
  let [left, right] = [0, 0]
  while (left < one.length || right < other.length) {
    const [leftBucket, rightBucket] = [one[left] ?? Infinity, other[right] ?? Infinity]
    let count = 0
    if (leftBucket <= rightBucket) {
      count += one[left + 1] ?? 0
      left += 2
    }
    if (rightBucket <= leftBucket) {
      count += other[right + 1] ?? 0
      right += 2
    }
    merged.push(Math.min(leftBucket, rightBucket), count)
  }
  return merged
}

/**
 * The value below or at which a share of the values lies, in microseconds, at most 1 % beside the exact one: the value
 * at position `floor(share × (n - 1))` of the sorted ones. null without values. `share` from 0 to 1.
 */
export function quantileOf(sketch: Sketch, share: number): number | null {
  let total = 0
  for (let index = 1; index < sketch.length; index += 2) total += sketch[index] ?? 0
  const position = Math.floor(Math.min(1, Math.max(0, share)) * (total - 1))
  let passed = 0
  for (let index = 0; index < sketch.length; index += 2) {
    passed += sketch[index + 1] ?? 0
    if (passed > position) return valueOf(sketch[index] ?? -1)
  }
  return null
}

function valueOf(bucket: number): number {
  return bucket === -1 ? 0 : (2 * gamma ** bucket) / (gamma + 1)
}
