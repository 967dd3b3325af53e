import { startBoth } from '../../../packages/proof-of-work/src/equix/compare-programs.ts'
import { hashAll, hasWideArithmetic, startHash } from '../../../packages/proof-of-work/src/equix/create-equix-solver.ts'

/** Milliseconds of each part of a nonce, in the order in which they are done. */
export const parts = ['program', 'emit', 'compile', 'hash', 'find', 'total'] as const
type Part = (typeof parts)[number]

export interface NonceTimes {
  readonly wideArithmetic: boolean
  /** Mean of each part, save `total`, which is the median; the first tenth of the nonces, before engines optimise, is left out. */
  readonly nonceMs: Readonly<Record<Part, number>>
  /** Solutions of every nonce, also of the first tenth. */
  readonly solutions: readonly number[]
}

/** Solves so many nonces in this thread, as the solver does, and times each part. Works in page, worker and Node. */
export async function measureNonces(count: number): Promise<NonceTimes> {
  const { solve, verify, prepare } = await startBoth()
  const wideArithmetic = hasWideArithmetic()
  const seed = new Uint8Array(72)
  const view = new DataView(seed.buffer)
  const sums: Record<Part, number> = { program: 0, emit: 0, compile: 0, hash: 0, find: 0, total: 0 }
  const totals: number[] = []
  const solutions: number[] = []
  for (let nonce = 0; nonce < count; nonce++) {
    view.setUint32(68, nonce)
    // Writes the seed to both; what it computes is computed once more, with the clock running.
    if (!prepare(seed, wideArithmetic)) continue
    const times = [performance.now()]
    verify.prepare(seed.length)
    times.push(performance.now())
    const length = solve.compile(seed.length, wideArithmetic)
    times.push(performance.now())
    const hash = startHash(solve, length)
    times.push(performance.now())
    hashAll(solve, hash)
    times.push(performance.now())
    solutions.push(solve.find())
    times.push(performance.now())
    if (nonce < count / 10) continue
    const [program = 0, both = 0, compile = 0, hashing = 0, find = 0] = times
      .slice(1)
      .map((time, i) => time - (times[i] ?? 0))
    sums.program += program
    sums.emit += both - program
    sums.compile += compile
    sums.hash += hashing
    sums.find += find
    totals.push(both + compile + hashing + find)
  }
  const means = Object.fromEntries(parts.map((part) => [part, sums[part] / totals.length]))
  return {
    wideArithmetic,
    nonceMs: { ...sums, ...means, total: totals.toSorted((a, b) => a - b)[totals.length >> 1] ?? 0 },
    solutions,
  }
}
