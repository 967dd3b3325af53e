import type { CountedSites } from './counted-sites.ts'
import type { SharedCounts } from './gossip.ts'
import type { Marks } from './marks.ts'
import type { Volume } from './volume.ts'

/** Waiting to be written; what is more is left out. */
const pendingMax = 50_000

interface Named {
  readonly siteId: number
  /** See `Marks`. */
  readonly mark: number
}

/** What came of the challenges: tokens, which make the history of their networks, and what was said of them. */
export interface TokenCounts extends Pick<Volume, 'passed' | 'redeemed' | 'blamed'> {
  /** For the history in the database. */
  takeRedeemed(): (Named & { readonly n: number; readonly at: number })[]
  takeBlamed(): Named[]
}

export function createTokenCounts({
  marks,
  sites,
  verified,
}: {
  readonly marks: Marks
  readonly sites: CountedSites
  /** Verified tokens of networks. */
  readonly verified: SharedCounts
}): TokenCounts {
  let redeemed = new Map<string, Named & { n: number; readonly at: number }>()
  let blamed: Named[] = []
  return {
    passed(visit) {
      if (!visit.minimalData) sites.likeness(sites.site(visit.siteId)).add(visit, visit.now)
    },

    redeemed({ siteId, network, asn, minimalData, now }) {
      const site = sites.site(siteId)
      const networkMark = marks.ofNetwork(network)
      site.networks.get(networkMark)?.verified.add(1, now)
      verified.add(siteId, networkMark, 1, now, minimalData)
      for (const mark of [networkMark, marks.ofWideNetwork(network), asn === 0 ? 0 : marks.ofOperator(asn)]) {
        if (mark === 0) continue
        if (minimalData) {
          site.memory.add(mark, 1, now)
          continue
        }
        const key = `${siteId} ${mark}`
        const known = redeemed.get(key)
        if (known !== undefined) known.n += 1
        else if (redeemed.size < pendingMax) redeemed.set(key, { siteId, mark, n: 1, at: now })
      }
    },

    blamed({ siteId, network, minimalData }) {
      const mark = marks.ofNetwork(network)
      const site = sites.known(siteId)
      const counted = site?.networks.get(mark)
      // Nothing is granted until the database has been asked again.
      if (counted !== undefined) counted.past = undefined
      site?.pasts.delete(mark)
      if (minimalData) site?.memory.forget(mark)
      else if (blamed.length < pendingMax) blamed.push({ siteId, mark })
    },

    takeRedeemed() {
      const taken = [...redeemed.values()]
      redeemed = new Map()
      return taken
    },
    takeBlamed() {
      const taken = blamed
      blamed = []
      return taken
    },
  }
}
