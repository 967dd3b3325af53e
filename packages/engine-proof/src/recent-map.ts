/**
 * A map that keeps the last `most` to twice as many keys that were set. Two generations take turns: looking for the oldest key of one
 * map would cost more the more were deleted before it.
 */
export class RecentMap<K, V> {
  readonly #most: number
  #young = new Map<K, V>()
  #old = new Map<K, V>()
  constructor(most: number) {
    this.#most = most
  }
  get isEmpty(): boolean {
    return this.#young.size === 0 && this.#old.size === 0
  }
  get(key: K): V | undefined {
    return this.#young.get(key) ?? this.#old.get(key)
  }
  set(key: K, value: V): void {
    if (this.#young.size >= this.#most) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
  }
  delete(key: K): void {
    this.#young.delete(key)
    this.#old.delete(key)
  }
}
