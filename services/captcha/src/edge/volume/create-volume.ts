import { type Budgets, defaultBudgets } from './budgets.ts'
import { type CountedSites, createCountedSites } from './counted-sites.ts'
import { createTokenCounts, type TokenCounts } from './count-tokens.ts'
import { createGossip, type Gossip, type Told } from './gossip.ts'
import { createHearing } from './hear-counts.ts'
import type { Marks } from './marks.ts'
import { createStartPrice } from './price-start.ts'
import { createAnswerThrottle } from './throttle-answer.ts'
import { createStartThrottle } from './throttle-start.ts'
import type { Tickets } from './tickets.ts'
import { createUntoldCounts, type UntoldCounts } from './untold-counts.ts'
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
  const untold = createUntoldCounts()
  const verified = gossip.counts('verified', { tellFrom: 6, limit: 20_000, atOnce: 2_000 })
  const throttle = createStartThrottle({ tickets, gossip, hostingTickets: budgets.hostingTickets })
  const { atIssue, paceBits } = createStartPrice({ marks, sites, pasts, untold, budgets, throttle })
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
