import { hashesPerEquixSolution } from '@bollard/proof-of-work/server'
import { assumptions } from './assumptions.ts'
import type { Work } from './cost.ts'

/** What the benchmarks of this repository say of one thread of Chromium. */
export interface Measured {
  /** Hashes of SHA-256 a second, the median. */
  readonly hashesPerSecond: number
  /** Missing until benchmarks/equix has run. */
  readonly equix?: {
    /** Milliseconds of one program: made, run 65 536 times, searched. */
    readonly programMs: number
    /** Solutions that one program gives on average. */
    readonly solutionsPerProgram: number
  }
}

/**
 * Amounts of work that occur, in hashes of SHA-256: the least that an owner can set, the ordinary first round, the most of a
 * first round and least of a second, the most of a second, and the most that a rule can ask for.
 */
export const levels = {
  least: 2 ** 18,
  ordinary: 2 ** 21,
  suspicious: 2 ** 24,
  stepUp: 2 ** 26,
  most: 2 ** 28,
} as const
export type Level = keyof typeof levels

export function sha256Work(hashes: number, { hashesPerSecond }: Measured): Work {
  return {
    attempts: hashes,
    browserPerSecond: hashesPerSecond,
    cpuThread: { perSecond: assumptions.cpuHashesPerSecond.value, pricePerHour: assumptions.cpuThreadPrice.value },
    gpu: { perSecond: assumptions.gpuHashesPerSecond.value, pricePerHour: assumptions.gpuPrice.value },
  }
}

/** The same amount of work as Equi-X: an attempt is one program. Undefined until that was measured. */
export function equixWork(hashes: number, { equix }: Measured): Work | undefined {
  if (equix === undefined) return undefined
  const browserPerSecond = 1000 / equix.programMs
  return {
    attempts: hashes / hashesPerEquixSolution / equix.solutionsPerProgram,
    browserPerSecond,
    cpuThread: {
      perSecond: browserPerSecond * assumptions.nativeSpeedup.value,
      pricePerHour: assumptions.cpuThreadPrice.value,
    },
    gpu: { perSecond: assumptions.gpuProgramsPerSecond.value, pricePerHour: assumptions.gpuPrice.value },
  }
}
