import type { Likeness } from './likeness.ts'
import { tellsFrom } from './gossip.ts'
import { Counted, SiteVolume } from './site-volume.ts'

const sitesMax = 20_000
/** Networks over all sites; beyond it a site that brings a new one forgets an old one of its own. */
const networksMax = 100_000
/** Operators and /32 of a site. */
const crowdsMax = 5_000
const likenessMax = 2_000

/** Everything that this process counts, by site. Each look-up makes what it does not find, and forgets something old for it. O(1). */
export interface CountedSites {
  site(siteId: number): SiteVolume
  known(siteId: number): SiteVolume | undefined
  knownSites(): Iterable<SiteVolume>
  /** A /24 or /48 by its mark. */
  network(site: SiteVolume, mark: number, now: number): Counted
  /** An operator or a /32 by its mark. */
  crowd(site: SiteVolume, mark: number, now: number): Counted
  likeness(site: SiteVolume): Likeness
}

export function createCountedSites(): CountedSites {
  const sites = new Map<number, SiteVolume>()
  const withLikeness = new Set<SiteVolume>()
  let networks = 0
  return {
    site(siteId) {
      const known = sites.get(siteId)
      if (known !== undefined) return known
      const site = new SiteVolume(siteId)
      sites.set(siteId, site)
      const oldest = sites.size > sitesMax ? firstOf(sites.values()) : undefined
      if (oldest !== undefined) {
        networks -= oldest.networks.size
        sites.delete(oldest.id)
        withLikeness.delete(oldest)
      }
      return site
    },
    known: (siteId) => sites.get(siteId),
    knownSites: () => sites.values(),
    network(site, mark, now) {
      const known = site.networks.get(mark)
      if (known !== undefined) return known
      if (networks < networksMax) networks += 1
      else if (!site.networks.makeRoom(now, toldFrom.network)) networks += 1
      const counted = new Counted(site.id, mark)
      site.networks.set(mark, counted)
      return counted
    },
    crowd(site, mark, now) {
      const known = site.crowds.get(mark)
      if (known !== undefined) return known
      if (site.crowds.size >= crowdsMax) site.crowds.makeRoom(now, toldFrom.network)
      const counted = new Counted(site.id, mark)
      site.crowds.set(mark, counted)
      return counted
    },
    likeness(site) {
      if (!site.hasLikeness) {
        withLikeness.add(site)
        const oldest = withLikeness.size > likenessMax ? firstOf(withLikeness) : undefined
        if (oldest !== undefined) {
          oldest.dropLikeness()
          withLikeness.delete(oldest)
        }
      }
      return site.likeness
    },
  }
}

function firstOf<T>(values: Iterable<T>): T | undefined {
  for (const value of values) return value
  return undefined
}

/** Other processes hear of what is above a tenth of its threshold, or of less where they are many, see `tellsFrom`. */
export const toldFrom = { site: 2, network: 6 } as const
const untoldMax = 50_000

/** What was counted here and other processes have not heard yet. */
export interface UntoldCounts {
  /** A count has changed: others hear of it from so many challenges an hour on. */
  changed(counted: Counted, now: number, from: number): void
  takeTold(): Counted[]
}

/** `processes` are those that serve visitors, this one included. */
export function createUntoldCounts(processes: () => number = () => 1): UntoldCounts {
  const untold = new Set<Counted>()
  return {
    changed(counted, now, from) {
      if (untold.size >= untoldMax) return
      if (counted.isTold || counted.issued.total(now) >= tellsFrom(from, processes())) untold.add(counted)
    },
    takeTold() {
      const taken = [...untold]
      untold.clear()
      return taken
    },
  }
}
