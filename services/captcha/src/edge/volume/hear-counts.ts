import type { CountedSites } from './counted-sites.ts'
import type { Gossip, Told } from './gossip.ts'
import { slotOf } from './hour-window.ts'
import { standingOf } from './known-visitors.ts'
import { sparseMark } from './site-volume.ts'
import { kindOf } from './told-marks.ts'

/**
 * Takes up what all other processes counted in a slot. What is new of the last minutes also fills the surges here, as if this process
 * had handed out those challenges: else an attack that comes by many processes would show in none of them.
 */
export function createHearing(gossip: Gossip, sites: CountedSites): (told: Told, now: number) => void {
  return (told, now) => {
    const { siteId, mark, slot, n } = told
    if (gossip.hear(told, now)) return
    const site = sites.known(siteId)
    if (site === undefined) return
    const usual = site.past?.usual ?? 0
    const isLate = slot < slotOf(now) - 1
    if (mark === sparseMark) {
      const more = site.sparse.elsewhere.setSlot(slot, n, now)
      if (more > 0 && !isLate) site.sparselyKnown.hear(site.sparse, more, { now, usual })
      return
    }
    if (kindOf(mark) !== 'challenges') return
    const crowd = site.crowds.get(mark)
    const counted = mark === site.whole.mark ? site.whole : (crowd ?? sites.network(site, mark, now))
    const more = counted.elsewhere.setSlot(slot, n, now)
    if (more <= 0 || isLate) return
    if (counted === site.whole) {
      if (site.past !== null) site.attack.add(more, now, usual)
    } else if (crowd === undefined)
      standingOf(counted, counted.past ?? null, { now, perToken: site.past?.perToken ?? 1, n: more })
  }
}
