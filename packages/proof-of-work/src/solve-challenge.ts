import { encodeBase64url } from './base64url.ts'
import { type Puzzle, readChallenge } from './challenge.ts'
import type { Solver } from './solver.ts'
import { nextTask } from './next-task.ts'

export interface SolveOptions {
  readonly solver: Solver
  /** Aborting rejects with the signal's reason at the next slice. */
  readonly signal?: AbortSignal | undefined
  /** The thread is given back after about this many milliseconds; 16 by default. */
  readonly sliceMs?: number | undefined
  /** Milliseconds on any clock that only goes forward. */
  readonly now?: (() => number) | undefined
}

/** Does all the work of a challenge in this thread and gives the solution as the service wants it. */
export async function solveChallenge({
  token,
  onProgress,
  ...options
}: SolveOptions & { token: string; onProgress?: (solved: number, count: number) => void }): Promise<string> {
  const puzzle = readChallenge(token)
  const counters: number[] = []
  await solveIndices(puzzle, [...Array(puzzle.count).keys()], options, (index, counter) => {
    counters[index] = counter
    onProgress?.(index + 1, puzzle.count)
  })
  return encodeSolution(counters)
}

/**
 * Solves some sub-puzzles one after the other, telling each as it is found. Several threads share a
 * challenge by taking disjoint `indices`.
 */
export async function solveIndices(
  { prefix, target }: Pick<Puzzle, 'prefix' | 'target'>,
  indices: readonly number[],
  { solver, signal, sliceMs = 16, now = () => performance.now() }: SolveOptions,
  onSolved: (index: number, counter: number) => void,
): Promise<void> {
  // Small steps: WebAssembly moves on to its optimised code only when it is called anew.
  const count = 4096
  let sliceEnd = now() + sliceMs
  for (const index of indices) {
    for (let start = 0, counter = -1; counter < 0; start += count) {
      if (start >= 2 ** 32) throw new RangeError('no solution')
      if (now() >= sliceEnd) {
        await nextTask()
        sliceEnd = now() + sliceMs
      }
      signal?.throwIfAborted()
      counter = solver.solve({ prefix, target, index, start, count })
      if (counter >= 0) onSolved(index, counter)
    }
  }
}

/** What solves a sub-puzzle: a counter of 32 bits, or the bytes of a nonce and its Equi-X solution. */
export type Proof = number | Uint8Array

/** Proofs by sub-puzzle, counters big-endian, base64url. */
export function encodeSolution(proofs: readonly Proof[]): string {
  return encodeBase64url(
    Uint8Array.from(
      proofs.flatMap((proof) =>
        typeof proof === 'number' ? [proof >>> 24, proof >>> 16, proof >>> 8, proof] : [...proof],
      ),
    ),
  )
}
