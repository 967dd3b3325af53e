import type { Database } from '@bollard/database'
import { BoundedMap } from './bounded-map.ts'
import { isWithin } from './is-within.ts'
import { hashSecretKey, isSecretKey } from './secret-key.ts'
import type { SecretKeyOwner } from './store/secret-keys.ts'
import { findSecretKeyOwner } from './store/secret-keys.ts'

const unknownMs = 5_000

export interface SecretKeyCache {
  /** Who owns a secret key, or null. A key may have been revoked since: whoever redeems checks that in the same statement. */
  find(secretKey: string): Promise<SecretKeyOwner | null>
}

/** Remembers owners by the hash of their key. Mistyped keys fail their checksum and cost no query. */
export function createSecretKeyCache(db: Database, now: () => number): SecretKeyCache {
  const owners = new BoundedMap<string, SecretKeyOwner>(20_000)
  const unknown = new BoundedMap<string, number>(20_000)
  return {
    async find(secretKey) {
      if (!isSecretKey(secretKey)) return null
      const hash = hashSecretKey(secretKey)
      const key = hash.toString('latin1')
      const owner = owners.get(key)
      if (owner !== undefined) return owner
      if (isWithin(unknownMs, unknown.get(key), now())) return null
      const found = await findSecretKeyOwner(db, hash)
      if (found === undefined) unknown.set(key, now())
      else owners.set(key, found)
      return found ?? null
    },
  }
}
