import type { Cell } from './cell.ts'

/** The numbers of a limit at one moment, which all stores reckon with. */
export interface Rule {
  /** `LEASES` is no matter of cells: each store keeps leases in its own way. */
  readonly kind: 'COUNTER' | 'LOG' | 'SLOTS' | 'BUCKET' | 'LEASES'
  readonly limit: number
  /**
   * COUNTER: length of the window. LOG: of the sliding one. SLOTS: of a slot. BUCKET: `everyMs`. LEASES: of a lease.
   */
  readonly span: number
  /** COUNTER: begin of the window. BUCKET: `tokens`. Otherwise 0. */
  readonly origin: number
}

/**
 * One way to count. Every function but `settle` looks at a cell that was settled for the same moment. Costs and `used`
 * are in the unit of the limit; `used` of a bucket need not be whole.
 */
export interface Counting {
  /**
   * Forgets what no longer counts at `now`. True where the cell lay so far ahead that it was moved back: then it is to be kept as it is, also
   * if nothing is counted, or it would be moved again with each request.
   */
  settle: (rule: Rule, cell: Cell, now: number) => boolean
  used: (rule: Rule, cell: Cell) => number
  /** Whether `cost` can be added without exceeding `ceiling`. */
  fits: (rule: Rule, cell: Cell, cost: number, ceiling: number) => boolean
  add: (rule: Rule, cell: Cell, cost: number, now: number) => void
  /** Undoes an `add` of the moment `takenAt`, as far as it still counts. */
  remove: (rule: Rule, cell: Cell, cost: number, takenAt: number, now: number) => void
  /** Milliseconds until `cost`, which is at most the limit, fits. 0 where it fits now. */
  wait: (rule: Rule, cell: Cell, cost: number, now: number) => number
  /** Milliseconds until the cell is as a new one. */
  rest: (rule: Rule, cell: Cell, now: number) => number
}
