import type { NetworkFacts } from '../request/network-facts.ts'

/** Numbers of challenges within an hour, all of one site, from which something changes. */
export interface Budgets {
  /** A network (/24, /48) without a past at the site gets so many before its work rises. */
  readonly network: number
  /** Where the work of a network without a past passes ten times the usual. */
  readonly networkUpper: number
  /** The same for an IPv6 /32, which many /48s share. */
  readonly wide: number
  /** A network of servers without a past gets so many, and then is throttled. */
  readonly hosting: number
  /** Tickets an hour for such a network; with them it has 60 challenges. */
  readonly hostingTickets: number
  /** Any other network is throttled only beyond this and far beyond its budget. */
  readonly throttleFrom: number
  /** The same for networks for which other sites vouch. */
  readonly vouched: number
  /** Challenges of all networks of an operator of servers at a site that has no past itself. */
  readonly hostingOperator: number
  /** Second challenges of a network whose first answers looked made up. */
  readonly doubtful: number
}

export const defaultBudgets: Budgets = {
  network: 60,
  networkUpper: 2_000,
  wide: 240,
  hosting: 54,
  hostingTickets: 6,
  throttleFrom: 10_000,
  vouched: 240,
  hostingOperator: 300,
  doubtful: 20,
}

/** At most so many bits by volume: 2^25 hashes in place of 2^21. */
export const bitsMax = 4

/** What came from a network or an operator to a site on earlier days. */
export interface Past {
  /** Verified tokens of the usual day's fullest hour. */
  readonly usual: number
  /** Verified tokens of the usual day. */
  readonly daily: number
  /** Distinct days with verified tokens. */
  readonly days: number
}

/** What a site is used to. */
export interface SitePast {
  /** Challenges of the usual day's fullest hour. */
  readonly usual: number
  /** Challenges for each verified token, 1 … 3: not everyone who starts submits. */
  readonly perToken: number
}

/** More distinct days are trusted further: from 1.6 times the usual after a day to 2.5 times after ten. */
export function grown(past: Past, perToken: number): number {
  return past.usual * perToken * (1.5 + 0.1 * Math.min(10, past.days))
}

/**
 * Bits of work for the `n`th challenge of an hour. Up to the budget none; then 4 times the work, and more in steps. Below
 * `upper` it stays under 6 times, because most visitors there are people behind one big network.
 */
export function bitsFor(n: number, budget: number, upper: number): number {
  if (n <= budget) return 0
  if (n <= upper / 2) return 2
  if (n <= upper) return 2.5
  return n <= upper * 2 ? 3.5 : bitsMax
}

/**
 * Where ten times the work begins: it moves up by what the network has verified today before this hour, three for each token
 * and at most by half, so that a big new network is not worse off in its second hour than in its first.
 */
export function upperOf(budget: number, upper: number, verifiedBefore: number): number {
  return Math.max(upper + Math.min(upper / 2, verifiedBefore * 3), budget * 2)
}

/** An operator's challenges in an hour at a site that has a past; new ones may have a part of the site's usual traffic. */
export function operatorBudget(past: Past | null, site: SitePast): number {
  const floor = Math.max(60, site.usual * 0.3)
  return past === null ? floor : Math.max(floor, 60 + grown(past, site.perToken) * 1.5)
}

/** Whether volume may stop a visitor for a while. Behind the others are many people who share one address. */
export function mayThrottle(kind: NetworkFacts['kind']): boolean {
  return kind === 'hosting' || kind === 'access' || kind === 'unknown'
}

/**
 * How many doubtful second challenges a network gets in an hour: one more for every ten of its visitors who passed, or usually
 * pass, without.
 */
export function doubtfulBudget(budgets: Budgets, verified: number, past: Past | null): number {
  return budgets.doubtful + Math.floor(Math.max(verified, past?.usual ?? 0) / 10)
}
