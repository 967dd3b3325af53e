/** Values that are forgotten after a while, and at the latest when there are `sizeMax` of them: the oldest first. */
export class ShortMemory<Value> {
  readonly #sizeMax: number
  readonly #values = new Map<string, { readonly value: Value; readonly until: number }>()

  constructor(sizeMax: number) {
    this.#sizeMax = sizeMax
  }

  get size(): number {
    return this.#values.size
  }

  /** `until` in milliseconds since 1970. */
  set(key: string, value: Value, until: number, now: number): void {
    // What stands first was written first, so what is over is mostly found there.
    for (const [old, { until: end }] of this.#values) {
      if (end > now && this.#values.size < this.#sizeMax) break
      this.#values.delete(old)
    }
    this.#values.delete(key)
    this.#values.set(key, { value, until })
  }

  get(key: string, now: number): Value | undefined {
    const found = this.#values.get(key)
    if (found === undefined || found.until <= now) return undefined
    return found.value
  }

  /** The same, and forgets it. */
  take(key: string, now: number): Value | undefined {
    const value = this.get(key, now)
    this.#values.delete(key)
    return value
  }
}
