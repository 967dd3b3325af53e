import type { Puzzle } from '../challenge.ts'
import type { EquixSolver } from './create-equix-solver.ts'
import { headOf, proofBytes, seedOf } from './equix-proof.ts'
import { nextTask } from '../next-task.ts'

export interface EquixOptions {
  readonly solver: EquixSolver
  /** Aborting rejects with the signal's reason after the nonce at hand. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Solves some sub-puzzles one after the other, telling each proof (20 bytes) as it is found. Several threads share a
 * challenge by taking disjoint `indices`. The thread is given back after each nonce, about every ten milliseconds.
 */
export async function solveEquixIndices(
  { prefix, target }: Pick<Puzzle, 'prefix' | 'target'>,
  indices: readonly number[],
  { solver, signal }: EquixOptions,
  onSolved: (index: number, proof: Uint8Array) => void,
): Promise<void> {
  for (const index of indices) {
    for (let nonce = 0, proof: Uint8Array | undefined; !proof; nonce++) {
      if (nonce >= 2 ** 32) throw new RangeError('no solution')
      await nextTask()
      signal?.throwIfAborted()
      proof = proofOf(solver, prefix, target, index, nonce)
      if (proof) onSolved(index, proof)
    }
  }
}

/** The nonce and the first of its solutions that meets the target. */
function proofOf(
  solver: EquixSolver,
  prefix: Uint8Array,
  target: number,
  index: number,
  nonce: number,
): Uint8Array | undefined {
  const seed = seedOf(prefix, index, nonce)
  const solution = solver.solve(seed).find((candidate) => headOf(seed, candidate) < target)
  if (!solution) return undefined
  const proof = new Uint8Array(proofBytes)
  new DataView(proof.buffer).setUint32(0, nonce)
  proof.set(solution, 4)
  return proof
}
