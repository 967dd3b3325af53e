export interface RecentNonces {
  has(nonce: string): boolean
  add(nonce: string): void
  /** Takes a nonce back whose answer could not be stored. */
  remove(nonce: string): void
}

/**
 * The nonces answered lately by this process, so that an obvious replay costs no hashing. Two
 * generations of `size` each bound the memory; the database decides about everything older.
 */
export function createRecentNonces(size: number): RecentNonces {
  let young = new Set<string>()
  let old = new Set<string>()
  return {
    has: (nonce) => young.has(nonce) || old.has(nonce),
    add(nonce) {
      if (young.size >= size) {
        old = young
        young = new Set()
      }
      young.add(nonce)
    },
    remove(nonce) {
      young.delete(nonce)
      old.delete(nonce)
    },
  }
}
