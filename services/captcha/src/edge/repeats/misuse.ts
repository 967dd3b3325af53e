import { serverSignal } from '@bollard/bot-score'

const halfMs = 5 * 60_000
const networksMax = 20_000
/** Wrong or repeated answers of one network within five to ten minutes. A browser's back button makes one or two. */
const suspiciousFrom = 8
/**
 * What answers to challenges that we never signed add to these at most, and how many of them make one. A wrong or repeated answer
 * took a challenge of ours, and budgets count those; a forged one costs nothing but the call, and many share its sender's network.
 */
const forged = { most: suspiciousFrom / 2, forOne: 50 } as const

export interface Misuse {
  /** Remembers an answer that no widget of ours submits by itself. `forged`: we never signed its challenge. */
  add(network: string, now: number, kind?: 'forged'): void
  /** Bits of `serverChecks` for a network. */
  judge(network: string, now: number): number
}

interface Count {
  answers: number
  forged: number
}

/** Networks from which challenges were misused lately, in this process; bounded, and forgotten after ten minutes. */
export function createMisuse(): Misuse {
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
    },
    judge(network, now) {
      // Most of the time there is nothing to look up.
      if (young.size === 0 && old.size === 0) return 0
      turn(now)
      const counts = [young.get(network), old.get(network)]
      let answers = 0
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
