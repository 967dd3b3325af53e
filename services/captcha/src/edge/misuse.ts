import { serverSignal } from '@bollard/bot-score'

const halfMs = 5 * 60_000
const mostNetworks = 20_000
/** Wrong, repeated or forged answers of one network within five to ten minutes. A browser's back button makes one or two. */
const suspiciousFrom = 8

export interface Misuse {
  /** Remembers an answer that no widget of ours hands in by itself. */
  add(network: string, now: number): void
  /** Bits of `serverChecks` for a network. */
  judge(network: string, now: number): number
}

/** Networks from which challenges were misused lately, in this process; bounded, and forgotten after ten minutes. */
export function createMisuse(): Misuse {
  let young = new Map<string, number>()
  let old = new Map<string, number>()
  let since = Number.NEGATIVE_INFINITY
  function turn(now: number): void {
    if (now - since < halfMs && now >= since) return
    old = now - since < 2 * halfMs && now >= since ? young : new Map()
    young = new Map()
    since = now
  }
  return {
    add(network, now) {
      turn(now)
      const count = young.get(network)
      if (count !== undefined || young.size < mostNetworks) young.set(network, (count ?? 0) + 1)
    },
    judge(network, now) {
      // Most of the time there is nothing to look up.
      if (young.size === 0 && old.size === 0) return 0
      turn(now)
      return (young.get(network) ?? 0) + (old.get(network) ?? 0) >= suspiciousFrom ? serverSignal.misusedChallenges : 0
    },
  }
}
