import { createHmac, timingSafeEqual } from 'node:crypto'
import { createVerdictMemory } from '../proof/verdict-memory.ts'
import type { Identified } from '../proof/identify.ts'

/** What following a trap link says about a visitor, for a while. */
export interface TrapFinding {
  readonly code: 'trap-followed'
  /** From 0 to 100. Not 100: a browser that loads links ahead of time could have followed one. */
  readonly weight: number
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/** `FRESH`: a link that pages had today or yesterday. `EXPIRED`: of another day, as in a page that somebody kept. */
export type TrapVerdict = 'FRESH' | 'EXPIRED' | null

const weight = 80
const dayMs = 86_400_000
/** An hour: the networks of people who share one with a bot must not suffer for long. */
const findingMs = 3_600_000
const networksMax = 20_000

/**
 * Where a site's trap links lie. It is for robots.txt, and stays the same as long as the secret does: who reads robots.txt
 * never goes there, on whatever day it did.
 */
export function trapFolder(secret: string): string {
  return `/${markOf(secret, 'folder').slice(0, 12)}/`
}

/** The path of the trap links of a day. Nobody can tell that of another day from it. */
export function trapPath(secret: string, day: Date): string {
  return `${trapFolder(secret)}${markOf(secret, `day ${Math.floor(day.getTime() / dayMs)}`).slice(0, 16)}`
}

/**
 * Whether a path is one of a site's trap links.
 *
 * @param secrets the one in use, and any former one that pages may still have
 */
export function readTrapPath(secrets: readonly string[], path: string, now: Date): TrapVerdict {
  let verdict: TrapVerdict = null
  for (const secret of secrets) {
    if (!path.startsWith(trapFolder(secret))) continue
    const yesterday = new Date(now.getTime() - dayMs)
    if ([now, yesterday].some((day) => isSame(trapPath(secret, day), path))) return 'FRESH'
    verdict = 'EXPIRED'
  }
  return verdict
}

/** The link for a page: not drawn, not read out, not reached by keyboard, and marked as not to be followed. */
export function trapLink(path: string): string {
  return `<a href="${path}" rel="nofollow" hidden inert aria-hidden="true" tabindex="-1"></a>`
}

/** Remembers which networks have followed a trap link. */
export interface TrapBook {
  /**
   * Notes a request for a fresh trap link.
   *
   * @param network of the visitor, as limits cut it
   * @returns what it says; null where it says nothing: the browser only loaded ahead, or this is a verified crawler
   */
  followed(network: string, visit: TrapVisit): TrapFinding | null
  /** What is known of a network; null for verified crawlers, and where nothing is. */
  findingFor(network: string, identified: Identified | null): TrapFinding | null
}

export interface TrapVisit {
  /** In lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly identified: Identified | null
}

/** @param now milliseconds since 1970 */
export function createTrapBook(now: () => number): TrapBook {
  const book = createVerdictMemory<number>(networksMax)
  return {
    followed(network, { headers, identified }) {
      // Sent by browsers that load a link before anybody has clicked it, and by no program that has reason to.
      const isAhead = headers['sec-purpose'] !== undefined || headers['purpose'] === 'prefetch'
      if (isAhead || identified?.verdict === 'VERIFIED') return null
      const expiresAt = now() + findingMs
      book.remember(network, expiresAt, now(), findingMs, 0)
      return { code: 'trap-followed', weight, expiresAt }
    },
    findingFor(network, identified) {
      if (identified?.verdict === 'VERIFIED') return null
      const entry = book.recall(network, now())
      return entry === null ? null : { code: 'trap-followed', weight, expiresAt: entry.value }
    },
  }
}

/** Letters and digits that say nothing without the secret. */
function markOf(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(`trap link ${purpose}`).digest('base64url').replaceAll(/[_-]/gu, '0')
}

function isSame(one: string, other: string): boolean {
  const [expected, given] = [Buffer.from(one), Buffer.from(other)]
  return expected.length === given.length && timingSafeEqual(expected, given)
}
