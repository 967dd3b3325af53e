/** A map that forgets its oldest entries beyond `limit`, so that nobody can fill the memory through it. */
export class BoundedMap<K, V> {
  readonly #entries = new Map<K, V>()
  readonly #limit: number
  constructor(limit: number) {
    this.#limit = limit
  }
  get(key: K): V | undefined {
    return this.#entries.get(key)
  }
  set(key: K, value: V): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size <= this.#limit) return
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest)
      return
    }
  }
  delete(key: K): void {
    this.#entries.delete(key)
  }
}
