/** Milliseconds since 1970 of the attacked site, in memory that its thread shares with the benchmark's. */
export type SharedClock = Float64Array<SharedArrayBuffer>

export interface Agenda {
  /** Does something when the site's clock has come to a moment; `alone` things wait until nothing else goes on. */
  at(time: number, act: () => Promise<void>, alone?: 'alone'): void
  /** Runs until nothing is left before this moment, and sets the clock to it. */
  runUntil(end: number): Promise<void>
}

interface Entry {
  readonly time: number
  readonly order: number
  readonly act: () => Promise<void>
  readonly alone: boolean
}

/**
 * Hours in minutes: what visitors and attackers do, in the order of the site's own clock, which jumps from one to the next. A few
 * calls may be under way at once, as the clock only goes forward.
 */
export function createAgenda(clock: SharedClock, atOnce = 8): Agenda {
  const heap: Entry[] = []
  let order = 0
  let failed: unknown
  return {
    at(time, act, alone) {
      push(heap, { time: Math.max(time, clock[0] ?? 0), order: order++, act, alone: alone !== undefined })
    },
    async runUntil(end) {
      const running = new Set<Promise<void>>()
      for (;;) {
        if (failed !== undefined) throw failed
        const [next] = heap
        const due = next !== undefined && next.time <= end
        if (!due && running.size === 0) break
        if (!due || running.size >= atOnce || (next.alone && running.size > 0)) {
          await Promise.race(running)
          continue
        }
        pop(heap)
        // Never back: what was put off meanwhile is late, as in life.
        clock[0] = Math.max(clock[0] ?? 0, next.time)
        const act = next
          .act()
          .catch((error: unknown) => {
            failed ??= error
          })
          .finally(() => running.delete(act))
        running.add(act)
        if (next.alone) await act
      }
      clock[0] = Math.max(clock[0] ?? 0, end)
    },
  }
}

/** A binary heap by time, then by the order of adding. */
function isBefore(one: Entry, other: Entry): boolean {
  return one.time < other.time || (one.time === other.time && one.order < other.order)
}

function push(heap: Entry[], entry: Entry): void {
  let at = heap.length
  heap.push(entry)
  while (at > 0) {
    const above = (at - 1) >> 1
    const parent = heap[above]
    if (parent === undefined || !isBefore(entry, parent)) break
    heap[at] = parent
    at = above
  }
  heap[at] = entry
}

function pop(heap: Entry[]): void {
  const last = heap.pop()
  if (last === undefined || heap.length === 0) return
  let at = 0
  for (;;) {
    const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]]
    if (left === undefined) break
    const [child, below] = right !== undefined && isBefore(right, left) ? [right, 2 * at + 2] : [left, 2 * at + 1]
    if (!isBefore(child, last)) break
    heap[at] = child
    at = below
  }
  heap[at] = last
}
