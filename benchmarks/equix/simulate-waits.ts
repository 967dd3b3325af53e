/** How long 32 sub-puzzles take when each asks for so many solutions on average. */
export interface Wait {
  readonly solutionsEach: number
  readonly meanNonces: number
  /** One thread, at the measured time a nonce. */
  readonly meanMs: number
  readonly p95Ms: number
  readonly p95OverMean: number
}

const subPuzzles = 32

/**
 * Waits of many challenges, each nonce with as many solutions as one that was really solved and each solution with its
 * chance to meet the target: what takes hours to measure differs from this only by the noise of the clock.
 */
export function simulateWaits(
  solutions: readonly number[],
  nonceMs: number,
  random: () => number,
  runs = 2000,
): Wait[] {
  return [1, 2, 8].map((solutionsEach) => {
    const nonces = Array.from({ length: runs }, () => noncesOf(solutions, solutionsEach, random)).toSorted(
      (a, b) => a - b,
    )
    const mean = nonces.reduce((sum, count) => sum + count) / runs
    const p95 = nonces[Math.floor(runs * 0.95)] ?? mean
    return {
      solutionsEach,
      meanNonces: Math.round(mean * 10) / 10,
      meanMs: Math.round(mean * nonceMs),
      p95Ms: Math.round(p95 * nonceMs),
      p95OverMean: Math.round((p95 / mean) * 100) / 100,
    }
  })
}

/** Nonces of all sub-puzzles together. */
function noncesOf(solutions: readonly number[], solutionsEach: number, random: () => number): number {
  let nonces = 0
  for (let left = subPuzzles; left > 0; nonces++) {
    const count = solutions[Math.floor(random() * solutions.length)] ?? 0
    if (random() >= (1 - 1 / solutionsEach) ** count) left--
  }
  return nonces
}
