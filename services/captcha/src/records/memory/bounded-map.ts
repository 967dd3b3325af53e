/** A map that forgets its oldest entries beyond `limit`, so that nobody can fill the memory through it. */
export class BoundedMap<K, V> {
  readonly #entries = new Map<K, V>()
  readonly #limit: number
  /** Stays where the oldest entry is: looking for it from the start would pass all that were forgotten before, each time. */
  #oldest: MapIterator<K> | null = null
  constructor(limit: number) {
    this.#limit = limit
  }
  get size(): number {
    return this.#entries.size
  }
  get(key: K): V | undefined {
    return this.#entries.get(key)
  }
  set(key: K, value: V): void {
    this.#entries.delete(key)
    this.add(key, value)
  }
  /** The same for a key that is not there. */
  add(key: K, value: V): void {
    this.#entries.set(key, value)
    if (this.#entries.size <= this.#limit) return
    let next = this.#oldest?.next()
    if (next === undefined || next.done === true) {
      this.#oldest = this.#entries.keys()
      next = this.#oldest.next()
    }
    if (next.done !== true) this.#entries.delete(next.value)
  }
  delete(key: K): void {
    this.#entries.delete(key)
  }
}
