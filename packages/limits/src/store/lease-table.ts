import { aheadMsMax } from '../limit/cell.ts'
import { graceMs } from './cell-table.ts'

/**
 * Leases that keys hold, each with the moment at which it ends by itself. Only keys with running requests take memory.
 */
export class LeaseTable {
  readonly #keysMax: number
  readonly #byKey = new Map<string, Map<string, number>>()
  #hand: IterableIterator<[string, Map<string, number>]> = this.#byKey.entries()

  constructor(keysMax: number) {
    this.#keysMax = keysMax
  }

  get keys(): number {
    return this.#byKey.size
  }

  /** Ends of the leases of `span` milliseconds that a key holds at `now`, the first one first. What ends too late was taken now. */
  ends(key: string, now: number, span: number): number[] {
    const leases = this.#byKey.get(key)
    if (leases === undefined) return []
    for (const [lease, end] of leases) if (end > now + span + aheadMsMax) leases.set(lease, now + span)
    return [...leases.values()].filter((end) => end > now).toSorted((one, other) => one - other)
  }

  hasRoom(key: string): boolean {
    return this.#byKey.size < this.#keysMax || this.#byKey.has(key)
  }

  add(key: string, lease: string, end: number): void {
    const leases = this.#byKey.get(key) ?? new Map<string, number>()
    this.#byKey.set(key, leases.set(lease, end))
  }

  remove(key: string, lease: string): void {
    const leases = this.#byKey.get(key)
    leases?.delete(lease)
    if (leases?.size === 0) this.#byKey.delete(key)
  }

  /** Frees those leases of the next key that have ended. */
  step(now: number): void {
    if (this.#byKey.size === 0) return
    let { value: next } = this.#hand.next()
    if (next === undefined) {
      this.#hand = this.#byKey.entries()
      next = this.#hand.next().value
    }
    if (next === undefined) return
    const [key, leases] = next
    for (const [lease, end] of leases) if (end <= now - graceMs) leases.delete(lease)
    if (leases.size === 0) this.#byKey.delete(key)
  }
}
