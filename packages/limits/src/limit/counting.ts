import { bucket } from './bucket.ts'
import { counter } from './counter.ts'
import { log } from './log.ts'
import type { Counting, Rule } from './rule.ts'
import { slots } from './slots.ts'

/** How each kind is counted in a cell. */
export const countings: Readonly<Record<Exclude<Rule['kind'], 'LEASES'>, Counting>> = {
  COUNTER: counter,
  LOG: log,
  SLOTS: slots,
  BUCKET: bucket,
}
