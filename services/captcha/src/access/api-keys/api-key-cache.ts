import type { ApiKeyScope } from '@bollard/contracts'
import { createBatcher, type Database } from '@bollard/database'
import { BoundedMap } from '../../records/memory/bounded-map.ts'
import { isWithin } from '../../records/memory/is-within.ts'
import { compileNetworks } from './allowed-networks.ts'
import { type ApiKeyOwner, findApiKeyOwners, noteUses } from './api-key-owners.ts'
import { hashApiKey, isApiKey } from './key-format.ts'

const unknownMs = 5_000
const freshMs = 1_000
/** An entry older than this is not used before it was read again: a change holds everywhere after this time. */
const usableMs = 2_000
const noteMs = 60_000
const flushMs = 1_000

export interface ApiKeyCache {
  /**
   * Who owns a secret key that may take results and give feedback from an address; null for every other key. What was
   * revoked up to 2 seconds ago can still be found: whoever redeems checks that in the same statement.
   */
  find(secretKey: string, address: string): Promise<ApiKeyOwner | null>
  /** The same whatever the key may be used for, see its scopes. */
  findAny(secretKey: string, address: string): Promise<ApiKeyOwner | null>
  /** Whether a key was found lately, by its hash. */
  has(hash: Buffer): boolean
  /** Writes when keys were used, as far as that waits; resolves when nothing is left. */
  flush(): Promise<void>
}

interface Entry {
  readonly owner: ApiKeyOwner
  readonly allows: (address: string) => boolean
  readonly loadedAt: number
  refreshing: boolean
}

/** Remembers owners by the hash of their key, for seconds. Mistyped keys fail their checksum and cost no query; all misses of one moment share one. */
export function createApiKeyCache(
  db: Database,
  now: () => number,
  onError: (error: unknown) => void = () => undefined,
): ApiKeyCache {
  const known = new BoundedMap<string, Entry>(20_000)
  const unknown = new BoundedMap<string, number>(20_000)
  const uses = createUseNotes(db, onError)
  const loads = createBatcher<Buffer, ApiKeyOwner | undefined>({
    maxItems: 500,
    write: (hashes) => findApiKeyOwners(db, hashes),
  })

  async function load(hash: Buffer, key: string): Promise<Entry | null> {
    const loadedAt = now()
    const owner = await loads.add(hash)
    if (owner === undefined) {
      known.delete(key)
      unknown.set(key, loadedAt)
      return null
    }
    const entry = { owner, allows: compileNetworks(owner.networks), loadedAt, refreshing: false }
    known.set(key, entry)
    return entry
  }
  async function entryOf(secretKey: string): Promise<Entry | null> {
    const hash = hashApiKey(secretKey)
    const key = hash.toString('latin1')
    const entry = known.get(key)
    const at = now()
    if (entry !== undefined && isWithin(usableMs, entry.loadedAt, at)) {
      if (!isWithin(freshMs, entry.loadedAt, at) && !entry.refreshing) {
        entry.refreshing = true
        // A failed refresh is tried again by the next call; once the entry is too old, calls wait for it and see the error.
        load(hash, key).catch(() => {
          entry.refreshing = false
        })
      }
      return entry
    }
    return isWithin(unknownMs, unknown.get(key), at) ? null : load(hash, key)
  }
  async function find(secretKey: string, address: string, scope: ApiKeyScope | null): Promise<ApiKeyOwner | null> {
    if (!isApiKey(secretKey)) return null
    const entry = await entryOf(secretKey)
    if (entry === null) return null
    const { owner } = entry
    const at = now()
    if (owner.expiresAt !== null && owner.expiresAt.getTime() <= at) return null
    if (scope !== null && !owner.scopes.includes(scope)) return null
    if (!entry.allows(address)) return null
    uses.note(owner.apiKeyId, at)
    return owner
  }
  return {
    find: (secretKey, address) => find(secretKey, address, 'verify'),
    findAny: (secretKey, address) => find(secretKey, address, null),
    has: (hash) => known.get(hash.toString('latin1')) !== undefined,
    flush: () => uses.flush(),
  }
}

/** Gathers when keys were used and writes it behind the answers, at most once a minute a key. */
function createUseNotes(db: Database, onError: (error: unknown) => void) {
  const noted = new BoundedMap<number, number>(20_000)
  let waiting = new Map<number, number>()
  let timer: NodeJS.Timeout | null = null
  async function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (waiting.size === 0) return
    const taken = waiting
    waiting = new Map()
    try {
      await noteUses(db, taken)
    } catch (error) {
      // The next use writes it again.
      for (const id of taken.keys()) noted.delete(id)
      throw error
    }
  }
  return {
    note(id: number, at: number): void {
      if (isWithin(noteMs, noted.get(id), at)) return
      noted.set(id, at)
      waiting.set(id, at)
      timer ??= setTimeout(() => void flush().catch(onError), flushMs).unref()
    },
    flush,
  }
}
