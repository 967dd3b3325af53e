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

/** All together. Their order and grouping change nothing. */
export function mergeSketches(sketches: readonly Sketch[]): Sketch {
  const filled = sketches.filter((sketch) => sketch.length > 0)
  const first = Math.min(...filled.map(([bucket]) => bucket ?? 0))
  const last = Math.max(...filled.map((sketch) => sketch.at(-2) ?? 0))
  const counts = new Float64Array(filled.length === 0 ? 0 : last - first + 1)
  for (const sketch of filled)
    for (let index = 0; index < sketch.length; index += 2) {
      const slot = (sketch[index] ?? first) - first
      counts[slot] = (counts[slot] ?? 0) + (sketch[index + 1] ?? 0)
    }
  const merged: number[] = []
  for (const [slot, count] of counts.entries()) if (count > 0) merged.push(first + slot, count)
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
