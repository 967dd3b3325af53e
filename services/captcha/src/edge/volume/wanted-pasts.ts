import type { Past } from './budgets.ts'
import { dayOf } from './history.ts'
import type { Counted, SiteVolume } from './site-volume.ts'
import type { Comer } from './volume.ts'

/** What is wanted is read soon; what is more is left out, and asks again with the next visitor. */
const wantedMax = 2_000
/** A site's past is read again with each day (UTC), and after so long: a new site may have a day behind it by then. */
const freshMs = 21_600_000
/** A past that did not come with its site is looked up well before it is needed. */
const lookUpFrom = 20

/** Pasts of sites, networks and operators: as far as they were read, and which of them are to be read next. */
export interface WantedPasts {
  /** Asks for the past of a site unless it was read lately. */
  wantSite(site: SiteVolume, now: number): void
  /** What came from a network or operator on earlier days; null where nothing did, or nothing is known yet. */
  pastOf(site: SiteVolume, counted: Counted, comer: Pick<Comer, 'minimalData' | 'now'>): Past | null
  takeWantedSites(): SiteVolume[]
  takeWantedPasts(): Counted[]
}

export function createWantedPasts(): WantedPasts {
  const sites = new Set<SiteVolume>()
  const counts = new Set<Counted>()
  return {
    wantSite(site, now) {
      const isFresh = now >= site.loadedAt && now - site.loadedAt < freshMs && dayOf(now) === dayOf(site.loadedAt)
      if (!isFresh && sites.size < wantedMax) sites.add(site)
    },
    pastOf(site, counted, { minimalData, now }) {
      const day = dayOf(now)
      if (counted.past !== undefined && counted.pastDay === day) return counted.past
      const early = minimalData ? site.memory.pastOf(counted.mark, now) : site.pasts.get(counted.mark)
      if (early !== undefined) {
        counted.past = early
        counted.pastDay = day
        return early
      }
      // Until the database has answered, yesterday's answer holds.
      if (counted.issued.total(now) >= lookUpFrom && counts.size < wantedMax) counts.add(counted)
      return counted.past ?? null
    },
    takeWantedSites() {
      const taken = [...sites]
      sites.clear()
      return taken
    },
    takeWantedPasts() {
      const taken = [...counts]
      counts.clear()
      return taken
    },
  }
}
