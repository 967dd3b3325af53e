import { serverSignal } from '@bollard/bot-score'
import type { Gossip } from '../volume/gossip.ts'
import type { Marks } from '../volume/marks.ts'

const halfMs = 5 * 60_000
const networksMax = 20_000
/** Wrong or repeated answers of one network within five to ten minutes, or fifteen where another process saw them. A browser's back button makes one or two. */
const suspiciousFrom = 8
/**
 * What answers to challenges that we never signed add to these at most, and how many of them make one. A wrong or repeated answer
 * took a challenge of ours, and budgets count those; a forged one costs nothing but the call, and many share its sender's network.
 */
const forged = { most: suspiciousFrom / 2, forOne: 50 } as const

export interface Misuse {
  /**
   * Remembers an answer that no widget of ours submits by itself. `forged`: we never signed its challenge. `private`: of its sender nothing may
   * be stored. Other processes hear of neither of these.
   */
  add(network: string, now: number, kind?: 'forged' | 'private'): void
  /** Bits of `serverChecks` for a network. */
  judge(network: string, now: number): number
}

interface Count {
  answers: number
  forged: number
}

/** What processes count together: networks under their keyed names, of no site in particular. */
const shared = { tellFrom: 2, limit: networksMax, atOnce: 2_000 } as const
const noSite = 0

/** Networks from which challenges were misused lately; bounded, and forgotten after ten minutes. Without `others` only this process counts. */
export function createMisuse(others?: { readonly gossip: Gossip; readonly marks: Marks }): Misuse {
  const told = others?.gossip.counts('misuse', shared)
  let young = new Map<string, Count>()
  let old = new Map<string, Count>()
  let since = Number.NEGATIVE_INFINITY
  function turn(now: number): void {
    if (now - since < halfMs && now >= since) return
    old = now - since < 2 * halfMs && now >= since ? young : new Map()
    young = new Map()
    since = now
  }
  return {
    add(network, now, kind) {
      turn(now)
      let count = young.get(network)
      if (count === undefined) {
        if (young.size >= networksMax) return
        count = { answers: 0, forged: 0 }
        young.set(network, count)
      }
      if (kind === 'forged') count.forged++
      else count.answers++
      if (kind === undefined && others !== undefined) told?.add(noSite, others.marks.ofNetwork(network), 1, now)
    },
    judge(network, now) {
      // Most of the time there is nothing to look up.
      const isHeardOf = told?.isEmpty() === false
      if (young.size === 0 && old.size === 0 && !isHeardOf) return 0
      turn(now)
      const counts = [young.get(network), old.get(network)]
      let answers =
        isHeardOf && others !== undefined ? told.heardLately(noSite, others.marks.ofNetwork(network), halfMs, now) : 0
      let forgeries = 0
      for (const count of counts) {
        answers += count?.answers ?? 0
        forgeries += count?.forged ?? 0
      }
      const weight = answers + Math.min(forged.most, Math.floor(forgeries / forged.forOne))
      return weight >= suspiciousFrom ? serverSignal.misusedChallenges : 0
    },
  }
}
