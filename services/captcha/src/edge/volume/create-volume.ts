import { type Budgets, defaultBudgets } from './budgets.ts'
import { createTokenCounts, type TokenCounts } from './count-tokens.ts'
import { type CountedSites, createCountedSites, createUntoldCounts, type UntoldCounts } from './counted-sites.ts'
import { createGossip, type Gossip, kindOf, type Told } from './gossip.ts'
import { slotOf } from './hour-window.ts'
import { standingOf } from './known-visitors.ts'
import type { Marks } from './marks.ts'
import { createStartPrice } from './price-start.ts'
import { sparseMark } from './site-volume.ts'
import { createAnswerThrottle } from './throttle-answer.ts'
import { createStartThrottle } from './throttle-start.ts'
import type { Tickets } from './tickets.ts'
import type { Volume } from './volume.ts'
import { createWantedPasts, type WantedPasts } from './wanted-pasts.ts'

/** What stands behind a volume, for whatever reads and writes the database; see `followVolume`. */
export interface VolumeMemory
  extends
    Pick<CountedSites, 'site' | 'known' | 'knownSites'>,
    Pick<WantedPasts, 'takeWantedSites' | 'takeWantedPasts'>,
    Pick<UntoldCounts, 'takeTold'>,
    Pick<TokenCounts, 'takeRedeemed' | 'takeBlamed'> {
  /** How many challenges all other processes handed out in a slot. */
  hear(told: Told, now: number): void
  readonly gossip: Gossip
}

/** Puts volume together; each part says what happens in one place. */
export function createVolume({
  marks,
  tickets,
  budgets: given = {},
  gossip = createGossip(),
}: {
  readonly marks: Marks
  readonly tickets: Tickets
  /** Other budgets than the usual ones. */
  readonly budgets?: Partial<Budgets> | undefined
  /** What is counted with other processes, where more than this does so. */
  readonly gossip?: Gossip
}): Volume & { readonly memory: VolumeMemory } {
  const budgets: Budgets = { ...defaultBudgets, ...given }
  const sites = createCountedSites()
  const pasts = createWantedPasts()
  const untold = createUntoldCounts(() => gossip.processes)
  const verified = gossip.counts('verified', { tellFrom: 6, limit: 20_000, atOnce: 2_000 })
  const throttle = createStartThrottle({ tickets, gossip, hostingTickets: budgets.hostingTickets })
  const { atIssue, paceBits } = createStartPrice({ marks, sites, pasts, untold, budgets, throttle, gossip })
  const { passed, redeemed, blamed, takeRedeemed, takeBlamed } = createTokenCounts({ marks, sites, verified })
  return {
    atIssue,
    paceBits,
    atDoubtful: createAnswerThrottle({ marks, sites, pasts, budgets, gossip, verified }),
    passed,
    redeemed,
    blamed,
    memory: {
      site: sites.site,
      known: sites.known,
      knownSites: sites.knownSites,
      takeWantedSites: pasts.takeWantedSites,
      takeWantedPasts: pasts.takeWantedPasts,
      takeTold: untold.takeTold,
      hear: createHearing(gossip, sites),
      takeRedeemed,
      takeBlamed,
      gossip,
    },
  }
}

/**
 * Takes up what all other processes counted in a slot. What is new of the last minutes also fills the surges here, as if this process
 * had handed out those challenges: else an attack spread over many processes would show in none of them.
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
