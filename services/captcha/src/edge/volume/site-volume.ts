import type { Past, SitePast } from './budgets.ts'
import { toldMark } from './gossip.ts'
import { MemoryHistory } from './history.ts'
import { HourWindow } from './hour-window.ts'
import { SparselyKnown } from './known-visitors.ts'
import { Likeness } from './likeness.ts'
import { SitePace } from './site-pace.ts'
import { AttackState, Surge } from './surge.ts'

/** Told of all visitors of a site together whom little speaks for. */
export const sparseMark = toldMark('sparse', 0)

/** What is counted of a network, a /32 or an operator at one site. */
export class Counted {
  readonly siteId: number
  /** See `Marks`; 0 for the whole site. */
  readonly mark: number
  /** Challenges issued by this process, and by all others as far as they have written it. */
  readonly issued = new HourWindow()
  /** Undefined until it was looked up. */
  past: Past | null | undefined = undefined
  /** The day at which it was looked up. */
  pastDay = 0
  isVouchedFor = false
  /** Whether other processes know of it already. */
  isTold = false
  #surge: Surge | null = null
  #elsewhere: HourWindow | null = null
  #verified: HourWindow | null = null
  #tickets: HourWindow | null = null
  #places: Places | null = null

  constructor(siteId: number, mark: number) {
    this.siteId = siteId
    this.mark = mark
  }

  /** Challenges of the last hour. */
  count(now: number): number {
    const own = this.issued.total(now)
    return this.#elsewhere === null ? own : own + this.#elsewhere.total(now)
  }
  get surge(): Surge {
    return (this.#surge ??= new Surge())
  }
  get elsewhere(): HourWindow {
    return (this.#elsewhere ??= new HourWindow())
  }
  /** Tokens that the customer verified. */
  get verified(): HourWindow {
    return (this.#verified ??= new HourWindow())
  }
  /** The same of this day, before the hour that counts. */
  verifiedBefore(now: number): number {
    return this.#verified?.before(now) ?? 0
  }
  get places(): Places {
    return (this.#places ??= new Places())
  }
  get tickets(): HourWindow {
    return (this.#tickets ??= new HourWindow())
  }
}

/** Counts by mark; when there are too many, the oldest with few challenges is forgotten. */
export class CountedByMark {
  readonly #counts = new Map<number, Counted>()
  /** Stays where it was, so that making room costs the same however much was forgotten before. */
  #hand: MapIterator<[number, Counted]> | null = null

  get size(): number {
    return this.#counts.size
  }
  get(mark: number): Counted | undefined {
    return this.#counts.get(mark)
  }
  set(mark: number, counted: Counted): void {
    this.#counts.set(mark, counted)
  }
  values(): Iterable<Counted> {
    return this.#counts.values()
  }
  /**
   * Forgets one; a count of at least `busyFrom` challenges in the hour gets a second chance. Returns whether there was anything
   * to forget.
   */
  makeRoom(now: number, busyFrom: number): boolean {
    for (let chances = 8; ; chances -= 1) {
      let next = this.#hand?.next()
      if (next === undefined || next.done === true) {
        this.#hand = this.#counts.entries()
        next = this.#hand.next()
        if (next.done === true) return false
      }
      const [mark, counted] = next.value
      this.#counts.delete(mark)
      if (chances === 0 || counted.count(now) < busyFrom) return true
      this.#counts.set(mark, counted)
    }
  }
}

/** All that is counted for a site in this process. */
export class SiteVolume {
  readonly id: number
  /** /24 and /48. */
  readonly networks = new CountedByMark()
  /** Operators and /32: few, so that a flood of networks pushes none of them out. */
  readonly crowds = new CountedByMark()
  readonly whole: Counted
  /** Visitors whom little speaks for, all together. */
  readonly sparse: Counted
  readonly sparselyKnown = new SparselyKnown()
  readonly attack = new AttackState()
  readonly pace = new SitePace()
  readonly memory = new MemoryHistory()
  /** Of networks and operators that were looked up before they came. */
  readonly pasts = new Map<number, Past>()
  /** Null while the site has less than a day behind it, or that is not known yet. */
  past: SitePast | null = null
  loadedAt = Number.NEGATIVE_INFINITY
  /** Its owner wants nothing about visitors stored. */
  isMinimal = false
  #likeness: Likeness | null = null

  constructor(id: number) {
    this.id = id
    this.whole = new Counted(id, 0)
    this.sparse = new Counted(id, sparseMark)
  }
  get likeness(): Likeness {
    return (this.#likeness ??= new Likeness())
  }
  get hasLikeness(): boolean {
    return this.#likeness !== null
  }
  dropLikeness(): void {
    this.#likeness = null
  }
}

/**
 * Places beyond the budget of a network of servers, each of which is reserved with a ticket. Whoever comes back in time is let in; the
 * place of a ticket that nobody used is free again, so that taking tickets keeps others out for minutes and not for an hour.
 */
export class Places {
  /** When reservations end, the earliest first. */
  readonly #until: number[] = []

  /** Reserves one of `most` until a moment, of which `used` are gone for the hour. */
  reserve(until: number, { most, used, now }: { most: number; used: number; now: number }): boolean {
    this.#forget(now)
    if (used + this.#until.length >= most) return false
    this.#until.push(until)
    return true
  }

  /** A holder came for theirs. */
  take(now: number): void {
    this.#forget(now)
    this.#until.shift()
  }

  /** Milliseconds until the next reservation ends; 0 without one. */
  untilFree(now: number): number {
    this.#forget(now)
    return Math.max(0, (this.#until[0] ?? now) - now)
  }

  #forget(now: number): void {
    while (this.#until.length > 0 && (this.#until[0] ?? 0) <= now) this.#until.shift()
  }
}
