import type { Past } from './budgets.ts'
import type { Surge } from './surge.ts'

/** Something whose challenges are counted as they come. */
interface Surging {
  readonly surge: Surge
}

/** A network may have so much of its usual day at once, and as much in each hour, before it stands out. */
const partOfDay = 1 / 6
/** So that a network can come again after six hours, whatever it brought before. */
const dailyMin = 1
/** From so many distinct days on a network is trusted in full; after one day by half. */
const daysOfTrust = 3
/** What all networks with little history may have together: so many times what they usually have, and this much more at once. */
const tolerance = 2
const atOnceMin = 6
/** A site that has fewer challenges in an hour is taken to have these. */
const usualMin = 30
/** Visits over which the usual part of such networks fades, and how many are taken for granted at the start, half of them such. */
const fadeOver = 500
const prior = 20

/**
 * What a network may have while a site is under attack. `proven`: it comes no more than its own history says, and
 * that is more than a visitor now and then. `sparse`: it has hardly any history, one that anybody with a few tokens could have made.
 * `pressed`: it comes far oftener than ever.
 */
export type Standing = 'proven' | 'sparse' | 'pressed'

/**
 * Counts `n` challenges of a network against what it brought on other days, in proportion to that: a sixth of its usual day at once
 * and in each hour, by half after a single day. One challenge in some hours is nothing unusual for anybody.
 */
export function standingOf(
  counted: Surging,
  past: Past | null,
  { now, perToken, n }: { readonly now: number; readonly perToken: number; readonly n: number },
): Standing {
  const daily = (past?.daily ?? 0) * perToken
  const perHour = Math.max(dailyMin, daily) * partOfDay
  const proven = daily * partOfDay * Math.min(1, (1 + (past?.days ?? 0)) / (1 + daysOfTrust))
  const limit = Math.max(1, proven)
  // One more than the limit is kept, so that it shows when the limit is passed.
  if (counted.surge.add(n, { now, perHour, limit: limit + 1 }) > limit) return 'pressed'
  return proven >= 1 ? 'proven' : 'sparse'
}

/**
 * Visitors whom little speaks for: networks with a thin history, and networks that are new at operators who come about as often
 * as ever. Each by itself passes for known, so what they have in common is limited: a hundred networks that were each made known
 * with a few tokens cannot pass for known all together.
 */
export class SparselyKnown {
  #seen = prior
  #sparse = prior / 2

  /** Learns which part of the challenges such visitors have while nothing goes on. */
  learn(isSparse: boolean): void {
    this.#seen += 1 - this.#seen / fadeOver
    this.#sparse += (isSparse ? 1 : 0) - this.#sparse / fadeOver
  }

  /** Counts a challenge of theirs; whether they still come about as often as ever. `usual` in challenges an hour of the site. */
  admit(counted: Surging, now: number, usual: number): boolean {
    const { perHour, limit } = this.#rate(usual)
    // Those beyond it take no place, so that as many pass as may, whatever else comes.
    if (counted.surge.level(now, perHour) + 1 > limit) return false
    counted.surge.add(1, { now, perHour, limit })
    return true
  }

  /** Takes the places of those that other processes have let in. */
  hear(counted: Surging, n: number, { now, usual }: { readonly now: number; readonly usual: number }): void {
    counted.surge.add(n, { now, ...this.#rate(usual) })
  }

  #rate(usual: number): { readonly perHour: number; readonly limit: number } {
    const perHour = tolerance * Math.max(usualMin, usual) * (this.#sparse / this.#seen)
    return { perHour, limit: Math.max(atOnceMin, perHour / 20) }
  }
}
