import { expand, midstateOf, roundConstants, rounds, smallSigma0, smallSigma1 } from './compress.ts'

/**
 * Where the parts of a prepared sub-puzzle lie. The second block is
 * `counter, index, 0x80000000, 0 × 12, 576`, so all but its first word is known beforehand.
 */
export const prepared = {
  /** State after round 0 for counter 0; the counter is still to be added to words 0 and 4. */
  state: 0,
  /** First word of the state before the block, added at the end. */
  midstate: 8,
  /** Known parts of schedule words 16, 17, 18, 19, then 22, 21, 23 and 30: see the solvers. */
  known: 9,
  /** What each round adds to the state: constant plus word for rounds 1 … 15, the constant alone from 16 on. */
  rounds: 32,
  length: 96,
} as const

/** Everything about one sub-puzzle that does not depend on the counter, as the solvers want it. */
export function prepare(prefix: Uint8Array, index: number): Int32Array {
  const midstate = midstateOf(prefix)
  const block = new Int32Array(64)
  block[1] = index
  block[2] = 1 << 31
  block[15] = 576
  const table = new Int32Array(prepared.length)
  table.set(
    roundConstants.map((constant, i) => (i < 16 ? constant + (block[i] ?? 0) : constant)),
    prepared.rounds,
  )
  table.set(rounds(midstate, block, 1))
  table.set(midstate.subarray(0, 1), prepared.midstate)
  const [w16 = 0, w17 = 0, , w19 = 0, , w21 = 0] = expand(block).subarray(16)
  table.set([w16, w17, 1 << 31, w19, 576, w21, smallSigma1(w21), smallSigma0(576)], prepared.known)
  return table
}
