import { createBatcher, type Database } from '@bollard/database'
import { isSiteKey } from '../../access/api-keys/key-format.ts'
import { BoundedMap } from '../../records/memory/bounded-map.ts'
import { isWithin } from '../../records/memory/is-within.ts'
import {
  findChangedSites,
  findLatestChange,
  findSiteIdOfEnvironment,
  findSiteIdsByKey,
} from '../../records/sites/sites.ts'
import type { NameOfNetwork } from '../../records/store/stored-verification.ts'
import { loadSites } from './load-sites.ts'
import type { Site, SiteEnvironment } from './site.ts'
import { testEnvironment, testEnvironmentOf } from './test-environments.ts'

const freshMs = 5_000
/** What nothing has confirmed for longer than this is not used while it is being loaded again. */
const usableMs = 30_000
/** Even what was confirmed all the time is read again now and then. */
const entryMsMax = 600_000
/** A change can become visible this long after the time that it carries. */
const overlapMicroseconds = 10_000_000n

export interface SiteCache {
  /** The environment of a site key: at once when it is known, else after one shared query; null when nobody owns the key. */
  find(siteKey: string): SiteEnvironment | null | Promise<SiteEnvironment | null>
  /** Whether a site key is in memory. */
  has(siteKey: string): boolean
  /** A known environment by its number, without asking the database. */
  known(environmentId: number): SiteEnvironment | undefined
  /** An environment by its number; only for numbers that we signed, since these queries are shared only by those who ask for the same one. */
  load(environmentId: number): Promise<SiteEnvironment | null>
  /** Begins to follow changes, so that each is obeyed within about a second. */
  follow(): void
  close(): void
}

interface Entry {
  readonly environment: SiteEnvironment
  readonly loadedAt: number
  refreshing: boolean
}

/**
 * Sites in memory. What changes in the database is loaded anew within about a second; should that stop, each entry is read
 * again every 5 seconds. Unknown keys are remembered as long, but only so many of them, and all misses of one moment share
 * their queries: guessing keys costs the guesser more than us.
 */
export function createSiteCache(options: {
  db: Database
  now: () => number
  nameOfNetwork: NameOfNetwork
  /** Between two looks for changes; 1000 by default. */
  pollMs?: number | undefined
  onError: (error: unknown) => void
}): SiteCache {
  const { db, now, nameOfNetwork, pollMs = 1_000, onError } = options
  const byKey = new BoundedMap<string, Entry>(20_000)
  const byId = new BoundedMap<number, Entry>(20_000)
  const sites = new BoundedMap<number, Site>(20_000)
  const unknown = new BoundedMap<string, number>(20_000)
  const loads = createBatcher<string, SiteEnvironment | null>({
    maxItems: 500,
    write: (siteKeys) => loadByKey(siteKeys),
  })
  const gone = new BoundedMap<number, number>(20_000)
  const loading = new Map<number, Promise<SiteEnvironment | null>>()
  let turns = 0
  /** By site, the turn of the reading that is in memory. */
  const readIn = new BoundedMap<number, number>(20_000)
  let polledAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  let closed = false

  function keep(entry: Entry): void {
    byKey.set(entry.environment.siteKey, entry)
    byId.set(entry.environment.id, entry)
  }
  /** Reads sites with all their environments, and forgets the environments that are gone. A reading that began earlier never replaces a later one. */
  async function reload(wanted: readonly number[]): Promise<void> {
    const loadedAt = now()
    const turn = ++turns
    const loaded = await loadSites(db, wanted, { nameOfNetwork, known: (id) => sites.get(id) })
    const siteIds = new Set(wanted.filter((id) => (readIn.get(id) ?? 0) < turn))
    const fresh = loaded.filter(({ id }) => siteIds.has(id))
    for (const id of siteIds) {
      readIn.set(id, turn)
      for (const { siteKey, id: number } of sites.get(id)?.environments ?? []) {
        byKey.delete(siteKey)
        byId.delete(number)
      }
      sites.delete(id)
    }
    for (const site of fresh) {
      sites.set(site.id, site)
      for (const environment of site.environments) keep({ environment, loadedAt, refreshing: false })
    }
  }
  async function loadByKey(siteKeys: string[]): Promise<(SiteEnvironment | null)[]> {
    await reload(await findSiteIdsByKey(db, [...new Set(siteKeys)]))
    const at = now()
    return siteKeys.map((siteKey) => {
      const found = byKey.get(siteKey)?.environment ?? null
      if (found === null) unknown.set(siteKey, at)
      return found
    })
  }
  async function loadOne(siteKey: string): Promise<SiteEnvironment | null> {
    const found = await loads.add(siteKey)
    // Asked for because it was old, and gone meanwhile.
    if (found === null) byKey.delete(siteKey)
    return found
  }
  async function loadById(environmentId: number): Promise<SiteEnvironment | null> {
    const siteId = await findSiteIdOfEnvironment(db, environmentId)
    if (siteId !== undefined) await reload([siteId])
    const found = byId.get(environmentId)?.environment ?? null
    if (found === null) gone.set(environmentId, now())
    return found
  }
  /** When an entry was last known to be what the database has: a poll that found no change confirms them all. */
  function confirmedAt({ loadedAt }: Entry, at: number): number {
    return polledAt > loadedAt && isWithin(entryMsMax, loadedAt, at) ? polledAt : loadedAt
  }

  let seen: string | undefined
  const handled = new BoundedMap<number, string>(20_000)
  async function poll(): Promise<void> {
    const at = now()
    try {
      seen ??= await findLatestChange(db)
      const changes = await findChangedSites(db, String(BigInt(seen) - overlapMicroseconds))
      const news = changes.filter(
        ({ id, changedAt }) =>
          sites.get(id) !== undefined && sites.get(id)?.changedAt !== changedAt && handled.get(id) !== changedAt,
      )
      if (news.length > 0) await reload(news.map(({ id }) => id))
      // A site can have changed again between the two queries: what was loaded then is newer than what was found.
      for (const { id, changedAt } of news) handled.set(id, changedAt)
      seen = changes.at(-1)?.changedAt ?? seen
      polledAt = at
    } catch (error) {
      onError(error)
    }
    if (!closed) timer = setTimeout(() => void poll(), pollMs).unref()
  }

  return {
    find(siteKey) {
      const entry = byKey.get(siteKey)
      const at = now()
      if (entry !== undefined) {
        const confirmed = confirmedAt(entry, at)
        if (isWithin(freshMs, confirmed, at)) return entry.environment
        if (isWithin(usableMs, confirmed, at)) {
          if (!entry.refreshing) {
            entry.refreshing = true
            // A failed refresh is tried again by the next request; after some time requests wait for it and see the error.
            loadOne(siteKey).catch(() => {
              entry.refreshing = false
            })
          }
          return entry.environment
        }
      } else {
        const test = testEnvironmentOf(siteKey)
        if (test !== undefined) return test
        if (!isSiteKey(siteKey) || isWithin(freshMs, unknown.get(siteKey), at)) return null
      }
      return loadOne(siteKey)
    },
    has: (siteKey) => byKey.get(siteKey) !== undefined,
    known: (environmentId) => byId.get(environmentId)?.environment ?? testEnvironment(environmentId),
    load(environmentId) {
      // One challenge can be handed in without end.
      if (isWithin(freshMs, gone.get(environmentId), now())) return Promise.resolve(null)
      const underWay = loading.get(environmentId)
      if (underWay !== undefined) return underWay
      const asked = loadById(environmentId).finally(() => loading.delete(environmentId))
      loading.set(environmentId, asked)
      return asked
    },
    follow() {
      void poll()
    },
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}
