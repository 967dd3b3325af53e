const fastMs = 10_000
const slowMs = 3_600_000
/** A process that has run for less than this divides by this time, otherwise a flood at its start would look usual. */
const seenMsMin = 600_000
/** Starts per second that no site needs protection from, however quiet it was before. */
const quietPerSecond = 20
/** A site may have this many times its usual traffic before the work rises. */
const tolerance = 4
const bitsMax = 3
/** What is heard for the first time was counted in the running ten minutes and those before. */
const heardMsMax = 1_200_000
/** Between a start and the moment in which others hear of it. */
const newMs = 1_000

/**
 * How much busier a site is than usual in this very moment: the rate of the last seconds beside that of the last hour. Each
 * doubling beyond the tolerance makes the work one bit harder, at most three, and as the flood ends the work comes down
 * with it within seconds. A site's usual rate adapts over an hour, so that growth is no flood. A process that has run for
 * less than an hour divides by the time that it has run, so that a busy site is not new with every restart.
 */
export class SitePace {
  #at = Number.NEGATIVE_INFINITY
  #since = Number.NEGATIVE_INFINITY
  #heardAt = Number.NEGATIVE_INFINITY
  /** Exponentially decaying sums of starts: over ten seconds, and over an hour. */
  #fast = 0
  #slow = 0

  count(now: number): void {
    this.#decay(now)
    this.#fast += 1
    this.#slow += 1
  }

  /** Whether a site with as much in each of so many processes comes near to what any site may have. */
  isBrisk(now: number, processes: number): boolean {
    this.#decay(now)
    return (this.#fast * processes * 2) / (fastMs / 1000) >= quietPerSecond
  }

  /** Other processes counted `n` starts since they were last heard: evenly, as far as anybody knows. `isNew`: all of this moment. */
  hear(n: number, now: number, isNew: boolean): void {
    this.#decay(now)
    const passed = isNew ? newMs : Math.max(1, Math.min(now - this.#heardAt, heardMsMax))
    this.#heardAt = now
    this.#fast += leftOf(n, passed, fastMs)
    this.#slow += leftOf(n, passed, slowMs)
  }

  /** Bits by which the work rises: 0 … 3, without steps. `usualPerSecond` is known from other days, or 0. */
  bits(now: number, usualPerSecond = 0): number {
    this.#decay(now)
    const fastPerSecond = this.#fast / (fastMs / 1000)
    if (fastPerSecond <= quietPerSecond) return 0
    // The sum of a steady rate settles only after hours; how far it has come so far is known.
    const reached = (slowMs / 1000) * (1 - Math.exp(-Math.max(seenMsMin, now - this.#since) / slowMs))
    const usual = Math.max(quietPerSecond, tolerance * Math.max(usualPerSecond, this.#slow / reached))
    return fastPerSecond <= usual ? 0 : Math.min(bitsMax, Math.log2(fastPerSecond / usual))
  }

  #decay(now: number): void {
    const passed = now - this.#at
    if (passed === Number.POSITIVE_INFINITY) this.#since = now
    // Within a millisecond, and after the clock was set back, nothing decays.
    if (passed > 0) {
      this.#fast *= Math.exp(-passed / fastMs)
      this.#slow *= Math.exp(-passed / slowMs)
    } else if (now < this.#since) this.#since = now
    this.#at = now
  }
}

/** What is left in a sum that decays over `decayMs` of `n` that came evenly within `passed` milliseconds. */
function leftOf(n: number, passed: number, decayMs: number): number {
  return (n * -Math.expm1(-passed / decayMs) * decayMs) / passed
}
