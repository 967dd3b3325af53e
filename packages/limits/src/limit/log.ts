import { aheadMsMax, type Cell, slotsOfCell } from './cell.ts'
import type { Counting } from './rule.ts'

/**
 * Each unit of cost is an entry: the moment it was taken, as milliseconds after `at`, plus one. The oldest comes first,
 * and zeros come last. An entry counts until `span` milliseconds later.
 */
export const log: Counting = {
  settle({ span }, cell, now) {
    const { slots } = cell
    const before = cell.at
    const count = countOf(cell)
    // Entries are in order, so the last one says whether any lies too far ahead.
    const isAhead = count > 0 && before + (slots[count - 1] ?? 0) - 1 > now + aheadMsMax
    if (isAhead) moveBack(cell, count, now)
    let kept = 0
    let begin = 0
    const { at } = cell
    for (let index = 0; index < slotsOfCell; index++) {
      const entry = slots[index] ?? 0
      if (entry === 0) break
      const taken = at + entry - 1
      if (taken <= now - span) continue
      if (kept === 0) begin = taken
      slots[kept] = taken - begin + 1
      kept++
    }
    slots.fill(0, kept)
    cell.at = kept === 0 ? now : begin
    return isAhead
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

/** What lies too far ahead was taken now. */
function moveBack(cell: Cell, count: number, now: number): void {
  const taken = Array.from(cell.slots.subarray(0, count), (entry) => cell.at + entry - 1)
  const moved = taken.map((at) => (at > now + aheadMsMax ? now : at)).toSorted((one, other) => one - other)
  cell.at = moved[0] ?? now
  for (const [index, at] of moved.entries()) cell.slots[index] = at - cell.at + 1
}

function countOf({ slots }: Cell): number {
  const end = slots.indexOf(0)
  return end === -1 ? slotsOfCell : end
}
