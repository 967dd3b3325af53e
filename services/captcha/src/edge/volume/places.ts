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
