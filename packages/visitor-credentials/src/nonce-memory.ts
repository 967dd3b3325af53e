import { hash } from 'node:crypto'

/** Where it is recorded what has been used: a memory of this process, or a store that several processes share. */
export interface UsedOnce {
  /** As `NonceMemory.use`; a store that cannot be asked rejects. */
  readonly use: (name: string, expires: number, now: number) => boolean | Promise<boolean>
}

/** Remembers what has been used once. */
export interface NonceMemory extends UsedOnce {
  /**
   * Records a name until it expires.
   * @param name what must not be used twice, of any length
   * @param expires when it need not be known any more, in seconds since 1970
   * @param now seconds since 1970
   * @returns false when the name is already there and has not expired
   */
  readonly use: (name: string, expires: number, now: number) => boolean
  /** How many names are held. */
  readonly size: () => number
}

/**
 * A memory of one process that never holds more than `capacity` names of 43 characters each. Only verified proofs are recorded, so a
 * stranger cannot fill it. When it is full the oldest names make room, expired or not: size it for more than the proofs of one lifetime.
 * @throws RangeError unless `capacity` is a positive integer
 */
export function createNonceMemory(capacity: number): NonceMemory {
  if (!Number.isSafeInteger(capacity) || capacity < 1) throw new RangeError('capacity must be a positive integer')
  const expiries = new Map<string, number>()

  return {
    use(name, expires, now) {
      // A digest, so that a long nonce takes no more room than a short one.
      const key = hash('sha256', name, 'base64url')
      const known = expiries.get(key)
      if (known !== undefined && known > now) return false
      expiries.delete(key)
      for (const [oldest, expiry] of expiries) {
        if (expiry > now && expiries.size < capacity) break
        expiries.delete(oldest)
      }
      expiries.set(key, expires)
      return true
    },
    size: () => expiries.size,
  }
}
