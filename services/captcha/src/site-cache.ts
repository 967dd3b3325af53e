import type { Database } from '@bollard/database'
import { createBatcher } from '@bollard/database'
import { BoundedMap } from './bounded-map.ts'
import { isWithin } from './is-within.ts'
import { normalHost } from './edge/known-origins.ts'
import { isSiteKey } from './secret-key.ts'
import { readCredentials, type SiteCredentials } from './site-credentials.ts'
import type { StoredSite } from './store/sites.ts'
import { findSiteById, findSitesByKey } from './store/sites.ts'

const freshMs = 5_000
/** An entry older than this is not used while it is being loaded again. */
const usableMs = 30_000

export interface SiteCache {
  /** The site of a key: at once when it is known, else after one shared query; null when nobody owns the key. */
  find(siteKey: string): Site | null | Promise<Site | null>
  /** A known site by its number, without asking the database. */
  known(siteId: number): Site | undefined
  /** A site by its number; only for numbers that we signed, since nothing bounds these queries. */
  load(siteId: number): Promise<Site | null>
}

/** A site with what the hot path asks of it made ready. */
export interface Site extends StoredSite {
  readonly hosts: ReadonlySet<string>
  readonly credentials: SiteCredentials
}

/**
 * Sites in memory, read again at most every 5 seconds. Unknown keys are remembered as long, but
 * only so many of them, and all misses of one moment share one query: guessing keys costs the
 * guesser more than us.
 */
export function createSiteCache(db: Database, now: () => number): SiteCache {
  const byKey = new BoundedMap<string, Entry>(20_000)
  const unknown = new BoundedMap<string, number>(20_000)
  const byId = new BoundedMap<number, Site>(20_000)
  const loads = createBatcher<string, Site | null>({ maxItems: 500, write: (siteKeys) => load(db, siteKeys) })

  async function loadOne(siteKey: string): Promise<Site | null> {
    const site = await loads.add(siteKey)
    if (site === null) {
      byKey.delete(siteKey)
      unknown.set(siteKey, now())
    } else {
      byKey.set(siteKey, { site, loadedAt: now(), refreshing: false })
      byId.set(site.id, site)
    }
    return site
  }
  return {
    find(siteKey) {
      const entry = byKey.get(siteKey)
      const at = now()
      if (entry !== undefined) {
        if (isWithin(freshMs, entry.loadedAt, at)) return entry.site
        if (isWithin(usableMs, entry.loadedAt, at)) {
          if (!entry.refreshing) {
            entry.refreshing = true
            // A failed refresh is tried again by the next request; after 30 s requests wait for it and see the error.
            loadOne(siteKey).catch(() => {
              entry.refreshing = false
            })
          }
          return entry.site
        }
      } else if (!isSiteKey(siteKey) || isWithin(freshMs, unknown.get(siteKey), at)) return null
      return loadOne(siteKey)
    },
    known: (siteId) => byId.get(siteId),
    async load(siteId) {
      const stored = await findSiteById(db, siteId)
      if (stored === undefined) return null
      const site = withHosts(stored)
      byId.set(siteId, site)
      return site
    },
  }
}

interface Entry {
  readonly site: Site
  readonly loadedAt: number
  refreshing: boolean
}

async function load(db: Database, siteKeys: string[]): Promise<(Site | null)[]> {
  const sites = await findSitesByKey(db, [...new Set(siteKeys)])
  const bySiteKey = new Map(sites.map((site) => [site.siteKey, withHosts(site)]))
  return siteKeys.map((siteKey) => bySiteKey.get(siteKey) ?? null)
}

function withHosts(site: StoredSite): Site {
  return { ...site, hosts: new Set(site.domains.map(normalHost)), credentials: readCredentials(site) }
}
