import { aheadMsMax, type Cell, clear, slotsOfCell } from './cell.ts'
import type { Counting } from './rule.ts'

/**
 * A sliding window in 16 slots, each a fifteenth of it. `at` is the number of the newest slot, and what was used in
 * slot n lies at n modulo 16. Whatever moment one looks at, the slots that count hold all of the window before it, so
 * the limit is never exceeded; what was used counts for at most sixteen slots.
 */
export const slots: Counting = {
  settle({ span }, cell, now) {
    const newest = Math.floor(now / span)
    if (cell.at > newest + 1 + aheadMsMax / span) {
      const used = sum(cell)
      clear(cell, newest)
      cell.slots[newest % slotsOfCell] = used
      return true
    }
    if (newest - cell.at >= slotsOfCell) {
      clear(cell, newest)
      return false
    }
    // Also where the clock is behind, and so the cell ahead: then nothing is done.
    for (let number = cell.at + 1; number <= newest; number++) cell.slots[number % slotsOfCell] = 0
    cell.at = Math.max(cell.at, newest)
    return false
  },
  used: (_rule, cell) => sum(cell),
  fits: (_rule, cell, cost, ceiling) => sum(cell) + cost <= ceiling,
  add(_rule, cell, cost) {
    cell.slots[cell.at % slotsOfCell] = usedIn(cell, cell.at) + cost
  },
  remove({ span }, cell, cost, takenAt) {
    const number = Math.floor(takenAt / span)
    if (number > cell.at || number <= cell.at - slotsOfCell) return
    cell.slots[number % slotsOfCell] = Math.max(0, usedIn(cell, number) - cost)
  },
  wait({ limit, span }, cell, cost, now) {
    let surplus = sum(cell) + cost - limit
    if (surplus <= 0) return 0
    let number = cell.at - slotsOfCell
    while (surplus > 0 && number < cell.at) surplus -= usedIn(cell, ++number)
    return endOf(number, span) - now
  },
  rest({ span }, cell, now) {
    for (let number = cell.at; number > cell.at - slotsOfCell; number--)
      if (usedIn(cell, number) > 0) return endOf(number, span) - now
    return 0
  },
}

/** From when on a slot no longer counts. */
function endOf(number: number, span: number): number {
  return (number + slotsOfCell) * span
}

function usedIn(cell: Cell, number: number): number {
  return cell.slots[(number + slotsOfCell) % slotsOfCell] ?? 0
}

function sum({ slots: counts }: Cell): number {
  let total = 0
  for (let index = 0; index < slotsOfCell; index++) total += counts[index] ?? 0
  return total
}
