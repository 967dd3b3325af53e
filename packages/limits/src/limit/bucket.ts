import { aheadMsMax, type Cell } from './cell.ts'
import type { Counting } from './rule.ts'

/**
 * What the bucket lacks at the moment `at`. A token is `span` parts, of which `origin` come back each millisecond, so
 * that all numbers are whole and nothing is ever rounded. Slot 0 has the number of parts divided by 2^32, slot 1 what
 * is left.
 */
export const bucket: Counting = {
  settle({ origin }, cell, now) {
    const isAhead = cell.at > now + aheadMsMax
    if (isAhead) cell.at = now
    if (now <= cell.at) return isAhead
    write(cell, Math.max(0, lackOf(cell) - (now - cell.at) * origin))
    cell.at = now
    return false
  },
  used: ({ span }, cell) => lackOf(cell) / span,
  fits: ({ span }, cell, cost, ceiling) => lackOf(cell) + cost * span <= ceiling * span,
  add({ span }, cell, cost) {
    write(cell, lackOf(cell) + cost * span)
  },
  remove({ span }, cell, cost) {
    write(cell, Math.max(0, lackOf(cell) - cost * span))
  },
  wait({ limit, span, origin }, cell, cost, now) {
    const surplus = lackOf(cell) + cost * span - limit * span
    return surplus <= 0 ? 0 : Math.ceil(surplus / origin) + cell.at - now
  },
  rest({ origin }, cell, now) {
    const lack = lackOf(cell)
    return lack === 0 ? 0 : Math.ceil(lack / origin) + cell.at - now
  },
}

function lackOf({ slots }: Cell): number {
  return (slots[0] ?? 0) * 2 ** 32 + (slots[1] ?? 0)
}

function write({ slots }: Cell, lack: number): void {
  slots[0] = Math.floor(lack / 2 ** 32)
  slots[1] = lack % 2 ** 32
}
