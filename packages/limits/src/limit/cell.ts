/**
 * What is known of one key, as numbers that every store can keep: a moment or number of a slot, and 16 whole numbers
 * from 0 to 2^32 − 1. A new one is all zeros. What they mean is the counting's own.
 */
export interface Cell {
  at: number
  readonly slots: Float64Array
}

export const slotsOfCell = 16

/**
 * How far the clocks of two processes may differ. What lies further ahead was written before a clock was set back. It counts as if it had
 * been counted now: nobody gets a new limit by that, and nobody waits for longer than a limit says.
 */
export const aheadMsMax = 60_000

export function createCell(): Cell {
  return { at: 0, slots: new Float64Array(slotsOfCell) }
}

/** Forgets everything. */
export function clear(cell: Cell, at: number): void {
  cell.at = at
  cell.slots.fill(0)
}
