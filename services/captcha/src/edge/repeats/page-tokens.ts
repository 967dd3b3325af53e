import { conductSignal } from '@bollard/bot-score'
import { BoundedMap } from '../../records/memory/bounded-map.ts'
import type { PagesElsewhere } from './told-repeats.ts'

/** How often something happened within the last hour. */
export interface HourlyCounts {
  add(key: string, n: number): void
  /** Exact up to `countsMax`, and that from there on. */
  count(key: string): number
}

/** More than a few are all alike. */
export const countsMax = 8
const hourMs = 3_600_000

/** Counts in this process, for the `limit` keys that were counted last. `now` is in milliseconds since 1970. */
export function createHourlyCounts(now: () => number, limit = 50_000): HourlyCounts {
  const times = new BoundedMap<string, readonly number[]>(limit)
  const lately = (key: string, at: number) => times.get(key)?.filter((time) => at - time < hourMs) ?? []
  return {
    add(key, n) {
      const at = now()
      const added = Array<number>(Math.min(n, countsMax)).fill(at)
      times.set(key, [...lately(key, at), ...added].slice(-countsMax))
    },
    count: (key) => lately(key, now()).length,
  }
}

/** Tokens that one opened page may bring a site within an hour: somebody sends a form, corrects it, and sends it again. */
const freeTokens = 2

/**
 * How many tokens of one opened page a customer's server has verified within an hour. People fill in one form or two; a page
 * that is kept open to produce tokens for others shows by how many of them are used. Tokens that expire unused do not count.
 */
export interface PageTokens {
  /** Bits of `conductChecks` for the next token of a page; 0 stands for a page that nobody knows. */
  judge(siteId: number, page: number): number
  /** Remembers the page of a token, for servers that ask by the verification's id alone. */
  issued(verificationId: string, page: number): void
  /** A customer's server has verified a token. A token reported twice counts once. */
  redeemed(siteId: number, verificationId: string, page?: number): void
}

/** Without `elsewhere` other processes are not asked. */
export function createPageTokens(counts: HourlyCounts, elsewhere?: PagesElsewhere): PageTokens {
  const pages = new BoundedMap<string, number>(20_000)
  const counted = new BoundedMap<string, true>(20_000)
  return {
    judge(siteId, page) {
      if (page === 0) return 0
      const tokens = counts.count(keyOf(siteId, page)) + (elsewhere?.count(siteId, page) ?? 0)
      return tokens >= freeTokens ? conductSignal.manyTokensOfPage : 0
    },
    issued(verificationId, page) {
      if (page !== 0) pages.set(verificationId, page)
    },
    redeemed(siteId, verificationId, named) {
      const page = named ?? pages.get(verificationId) ?? 0
      if (page === 0 || counted.get(verificationId)) return
      counted.set(verificationId, true)
      counts.add(keyOf(siteId, page), 1)
      elsewhere?.add(siteId, page)
    },
  }
}

function keyOf(siteId: number, page: number): string {
  return `${siteId} ${page}`
}
