import { type Budgets, doubtfulBudget, mayThrottle } from './budgets.ts'
import type { CountedSites } from './counted-sites.ts'
import type { Gossip, SharedCounts } from './gossip.ts'
import { isPrivateNetwork, type Marks } from './marks.ts'
import { secondsOf } from './throttle-start.ts'
import type { Volume } from './volume.ts'
import type { WantedPasts } from './wanted-pasts.ts'

/** Second challenges for first answers that looked made up: counted by network, and so many in an hour. */
export function createAnswerThrottle({
  marks,
  sites,
  pasts,
  budgets,
  gossip,
  verified,
}: {
  readonly marks: Marks
  readonly sites: CountedSites
  readonly pasts: WantedPasts
  readonly budgets: Budgets
  readonly gossip: Gossip
  /** Verified tokens of networks. */
  readonly verified: SharedCounts
}): Volume['atDoubtful'] {
  const doubtful = gossip.counts('doubtful', { tellFrom: 2, limit: 20_000, atOnce: 2_000 })
  return (comer) => {
    const { siteId, network, kind, now } = comer
    // Behind these are too many people to send any of them away for what others have handed in.
    if (!mayThrottle(kind) || isPrivateNetwork(network)) return null
    const site = sites.site(siteId)
    const mark = marks.ofNetwork(network)
    const past = pasts.pastOf(site, sites.network(site, mark, now), comer)
    // Those that got a token by a second challenge vouch for nobody, or they would earn themselves more.
    const had = doubtful.count(siteId, mark, now)
    const clean = Math.max(0, verified.count(siteId, mark, now) - had)
    if (had >= doubtfulBudget(budgets, clean, past))
      return { retryAfterSeconds: secondsOf(doubtful.untilLess(siteId, mark, now)) }
    doubtful.add(siteId, mark, 1, now, comer.minimalData)
    return null
  }
}
