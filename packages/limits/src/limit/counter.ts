import { aheadMsMax, clear } from './cell.ts'
import type { Counting } from './rule.ts'

/** `at` is the begin of the window, and the first slot what was used in it. */
export const counter: Counting = {
  settle({ origin }, cell, now) {
    // A process whose clock is behind counts into the window that others have begun.
    const isAhead = cell.at > now + aheadMsMax
    if (isAhead) cell.at = origin
    else if (cell.at < origin) clear(cell, origin)
    return isAhead
  },
  used: (_rule, { slots }) => slots[0] ?? 0,
  fits: (rule, cell, cost, ceiling) => counter.used(rule, cell) + cost <= ceiling,
  add(rule, cell, cost) {
    cell.slots[0] = counter.used(rule, cell) + cost
  },
  remove(rule, cell, cost, takenAt) {
    if (takenAt >= cell.at) cell.slots[0] = Math.max(0, counter.used(rule, cell) - cost)
  },
  wait: (rule, cell, cost, now) => (counter.fits(rule, cell, cost, rule.limit) ? 0 : endOf(rule.span, cell.at) - now),
  rest: (rule, cell, now) => (counter.used(rule, cell) === 0 ? 0 : endOf(rule.span, cell.at) - now),
}

function endOf(span: number, at: number): number {
  return at + span
}
