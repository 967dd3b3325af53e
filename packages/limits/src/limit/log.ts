import { aheadMsMax, type Cell, slotsOfCell } from './cell.ts'
import type { Counting } from './rule.ts'

/**
 * Each unit of cost is an entry: the moment it was taken, as milliseconds after `at`, plus one. The oldest comes first,
 * and zeros come last. An entry counts until `span` milliseconds later.
 */
export const log: Counting = {
  settle({ span }, cell, now) {
    const { slots } = cell
    let kept = 0
    let begin = 0
    const before = cell.at
    for (let index = 0; index < slotsOfCell; index++) {
      const entry = slots[index] ?? 0
      if (entry === 0) break
      const taken = before + entry - 1
      if (taken <= now - span || taken > now + aheadMsMax) continue
      if (kept === 0) begin = taken
      slots[kept] = taken - begin + 1
      kept++
    }
    slots.fill(0, kept)
    cell.at = kept === 0 ? now : begin
  },
  used: (_rule, cell) => countOf(cell),
  fits: (_rule, cell, cost, ceiling) => countOf(cell) + cost <= Math.min(ceiling, slotsOfCell),
  add(_rule, cell, cost, now) {
    const count = countOf(cell)
    // A clock that is behind: the entry counts from the last one on, so that they stay in order.
    const entry = Math.max(now - cell.at + 1, cell.slots[count - 1] ?? 1, 1)
    cell.slots.fill(entry, count, count + cost)
  },
  remove({ span }, { at, slots }, cost, takenAt, now) {
    if (takenAt <= now - span) return
    for (let removed = 0; removed < cost; removed++) {
      // It lies later where the clock was behind.
      const index = slots.findIndex((entry) => entry !== 0 && entry > takenAt - at)
      if (index === -1) return
      slots.copyWithin(index, index + 1)
      slots[slotsOfCell - 1] = 0
    }
  },
  wait({ limit, span }, cell, cost, now) {
    const surplus = countOf(cell) + cost - limit
    return surplus <= 0 ? 0 : cell.at + (cell.slots[surplus - 1] ?? 0) - 1 + span - now
  },
  rest({ span }, cell, now) {
    const count = countOf(cell)
    return count === 0 ? 0 : cell.at + (cell.slots[count - 1] ?? 0) - 1 + span - now
  },
}

function countOf({ slots }: Cell): number {
  const end = slots.indexOf(0)
  return end === -1 ? slotsOfCell : end
}
