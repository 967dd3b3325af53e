import { BoundedMap } from '../../records/memory/bounded-map.ts'
import type { Past } from './budgets.ts'

const hourMs = 3_600_000
export const dayMs = 24 * hourMs
/** History is forgotten after so many days. */
export const historyDays = 30

export const dayOf = (now: number): number => Math.floor(now / dayMs)
export const hourOf = (now: number): number => Math.floor(now / hourMs)

/**
 * The usual of some days' fullest hours, or of what they brought: the middle one, the lower of two, and of one or two days the greater. So a day on which
 * somebody behaved to get a budget counts little beside ordinary ones.
 */
export function usualOf(days: readonly number[]): number {
  const sorted = days.toSorted((a, b) => a - b)
  return (sorted.length < 3 ? sorted.at(-1) : sorted[Math.ceil(sorted.length / 2) - 1]) ?? 0
}

interface Day {
  readonly day: number
  hour: number
  inHour: number
  peak: number
  all: number
}

/** The past of networks at a site, in memory only: for sites whose owners allow nothing to be stored. */
export class MemoryHistory {
  readonly #days = new BoundedMap<number, Day[]>(2_000)

  add(mark: number, n: number, now: number): void {
    const days = this.#days.get(mark) ?? []
    const day = dayOf(now)
    const hour = hourOf(now)
    let today = days.at(-1)
    if (today?.day !== day) {
      today = { day, hour, inHour: 0, peak: 0, all: 0 }
      days.push(today)
      while ((days[0]?.day ?? day) <= day - historyDays) days.shift()
    }
    if (today.hour !== hour) {
      today.hour = hour
      today.inHour = 0
    }
    today.inHour += n
    today.all += n
    today.peak = Math.max(today.peak, today.inHour)
    this.#days.set(mark, days)
  }

  /** What came from a network on earlier days; null when nothing did. */
  pastOf(mark: number, now: number): Past | null {
    const today = dayOf(now)
    const days = (this.#days.get(mark) ?? []).filter(({ day }) => day < today && day >= today - historyDays)
    if (days.length === 0) return null
    return {
      usual: usualOf(days.map(({ peak }) => peak)),
      daily: usualOf(days.map(({ all }) => all)),
      days: days.length,
    }
  }

  /** Forgets a network from which a bot came. */
  forget(mark: number): void {
    this.#days.delete(mark)
  }
}
