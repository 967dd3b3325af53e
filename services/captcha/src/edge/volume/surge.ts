const hourMs = 3_600_000
/** An attack is over when the surge has not been full for so long. */
export const heldMs = 570_000
/** For so long after an attack, a smaller surge is enough to detect the next one. */
const wakefulMs = hourMs

/**
 * How far something is above its usual rate (a one-sided CUSUM, Page 1954): each challenge adds one, and a multiple of the
 * usual rate drains it. So a small excess shows after a long time, a great one after as many challenges as `limit`.
 */
export class Surge {
  #level = 0
  #at = Number.NEGATIVE_INFINITY

  /** Adds `n` challenges; at most `limit` is kept. Returns the level. */
  add(n: number, { now, perHour, limit }: { now: number; perHour: number; limit: number }): number {
    this.#level = Math.min(limit, this.level(now, perHour) + n)
    this.#at = now
    return this.#level
  }

  level(now: number, perHour: number): number {
    const passed = now - this.#at
    // After the clock was set back far nothing would drain for long, so the level starts again.
    if (passed < -hourMs) return 0
    return passed <= 0 ? this.#level : Math.max(0, this.#level - (passed / hourMs) * perHour)
  }

  clear(): void {
    this.#level = 0
  }
}

/**
 * The least traffic that a site is taken to be used to, in challenges an hour: a small shop that sends its newsletter, or one that opens
 * after days of trying out, is busier than ever without an attack.
 */
const usualMin = 100
/** The site may have twice its usual traffic for any time, and this much more at once. */
const tolerance = 2
const limitMin = 18
const wakefulLimit = 6

/**
 * Whether a site is under attack: on when its surge is full, until nothing has filled it for nine and a half minutes. For an hour after
 * an attack a smaller surge suffices, so that attacks in waves do not get the start of each wave cheaply.
 */
export class AttackState {
  readonly #surge = new Surge()
  #pressedAt = Number.NEGATIVE_INFINITY
  #since = Number.NEGATIVE_INFINITY
  #isOn = false
  #isOwn = false
  #ownAt = Number.NEGATIVE_INFINITY

  /** Counts challenges of the site, whose usual number in an hour is `usual`. */
  add(n: number, now: number, usual: number): void {
    const expected = Math.max(usualMin, usual)
    const isWakeful = this.isOn(now) || isBetween(now - this.#pressedAt, 0, heldMs + wakefulMs)
    const limit = isWakeful ? Math.max(wakefulLimit, expected / 33) : Math.max(limitMin, expected / 10)
    if (this.#surge.add(n, { now, perHour: expected * tolerance, limit }) < limit) return
    if (!this.#isOn) this.#since = now
    this.#isOn = true
    this.#isOwn = true
    this.#ownAt = now
    this.#pressedAt = now
  }

  /** Another process has just detected an attack. */
  hear(now: number): void {
    if (!this.isOn(now)) {
      this.#since = now
      this.#isOwn = false
    }
    this.#isOn = true
    if (now > this.#pressedAt) this.#pressedAt = now
  }

  isOn(now: number): boolean {
    if (!this.#isOn) return false
    if (isBetween(now - this.#pressedAt, -heldMs, heldMs)) return true
    this.#isOn = false
    this.#surge.clear()
    return false
  }

  /**
   * When the attack began and was last detected here, in milliseconds since 1970; null without one, or if only other processes
   * detected it.
   */
  times(now: number): { readonly since: number; readonly pressedAt: number } | null {
    return this.isOn(now) && this.#isOwn ? { since: this.#since, pressedAt: this.#ownAt } : null
  }
}

const isBetween = (value: number, from: number, to: number): boolean => value >= from && value < to
