/** How many facts a slice is to take; one size for all parts. */
export interface SliceSize {
  /** Facts that the next slice takes. */
  facts(): number
  /** Batches that it takes at most: of counts without rows nobody knows beforehand how many a batch holds. */
  batches(): number
  /** A full slice took so long. */
  took(ms: number): void
  /** A slice took too long, or needed too much; false when a smaller one makes no sense. */
  failed(): boolean
}

const first = 5_000
const least = 100
const most = 100_000
/** So long a slice is to take: others wait for its locks, and what breaks is done again. */
const wantedMs = 1_000

/**
 * Finds the size of slices that this database rolls in about a second: what a fact costs depends on how many sites are active,
 * which may differ more than tenfold. A size that failed is quartered, so that a long queue never stands still.
 */
export function createSliceSize(): SliceSize {
  let facts = first
  const set = (wanted: number): void => void (facts = Math.round(Math.min(most, Math.max(least, wanted))))
  return {
    facts: () => facts,
    batches: () => Math.min(5_000, Math.ceil(facts / 4)),
    // At most doubled: one lucky slice says little about the next one.
    took: (ms) => set(facts * Math.min(2, Math.max(0.5, wantedMs / Math.max(ms, 1)))),
    failed() {
      if (facts === least) return false
      set(facts / 4)
      return true
    },
  }
}
