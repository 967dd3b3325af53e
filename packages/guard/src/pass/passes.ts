import type { Visit } from '@bollard/gateway'
import { readCookie } from '@bollard/http'
import type { Solved } from '@bollard/limits'
import type { Seals } from './seals.ts'
import { ShortMemory } from './short-memory.ts'
import { boundTo, networkOf, sessionOf } from './visitor.ts'

/** How a visitor got a pass. */
export type PassWay = 'SOLVED' | 'WAITED' | 'AWAY'

export interface Pass {
  readonly id: string
  readonly way: PassWay
  /** A challenge that was solved for this pass and has counted for no limiter yet. */
  readonly solved: Solved | null
}

export interface PassOrder {
  readonly way: PassWay
  readonly solved: Solved | null
  /** Milliseconds for which it holds. */
  readonly forMs: number
  /** False: kept here, by the visitor's network and browser, for a few minutes. */
  readonly cookies: boolean
  /** Whether the visitor came by HTTPS. */
  readonly isSecure: boolean
}

export interface Passes {
  /** Issues a pass. Answers the `set-cookie` that carries it; null where none is set. */
  issue(visit: Visit, order: PassOrder, id: string, now: number): string | null
  /** The pass that a visitor has; null without one. */
  find(visit: Visit, isSecure: boolean, now: number): Pass | null
  /** Ends the credit of a pass for a solved challenge: it counts for one request. */
  useCredit(pass: Pass, now: number): void
  readonly size: () => number
}

/** A pass that was found to be ours, and what it is bound to. */
interface Opened {
  readonly host: string
  readonly network: string
  readonly userAgent: string | undefined
  readonly pass: Omit<Pass, 'solved'>
}

const purpose = 'pass'
const keptMax = 100_000
/** Cookies of about 300 bytes. */
const openedMax = 20_000
/** How long a pass without a cookie holds: people of one network with one kind of browser share it. */
const withoutCookieMs = 10 * 60_000
/** In which time the first request after a solved challenge has to come. */
const creditMs = 10 * 60_000

/** The name by which browsers hold a cookie to one host and to HTTPS; without TLS they would refuse it. */
const cookieName = (isSecure: boolean) => (isSecure ? '__Host-bollard-pass' : 'bollard-pass')

/** Passes that were issued here, or by a gateway with the same secret. */
export function createPasses(seals: Seals): Passes {
  const sessions = new ShortMemory<Pass>(keptMax)
  const credits = new ShortMemory<Solved>(keptMax)
  const opened = new ShortMemory<Opened>(openedMax)

  /** The pass that a cookie carries. One that was found to be ours is not computed again for each of its requests. */
  function open(visit: Visit, text: string, now: number): Omit<Pass, 'solved'> | undefined {
    const { host, headers } = visit
    const network = networkOf(visit.address)
    const known = opened.get(text, now)
    if (known?.host === host && known.network === network && known.userAgent === headers['user-agent'])
      return known.pass
    const claims = seals.open(purpose, boundTo(visit), text, now)
    if (claims === null) return undefined
    const pass = { id: claims.id, way: claims['way'] as PassWay }
    opened.set(text, { host, network, userAgent: headers['user-agent'], pass }, claims.until, now)
    return pass
  }

  return {
    issue(visit, { way, solved, forMs, cookies, isSecure }, id, now) {
      if (solved !== null) credits.set(id, solved, now + creditMs, now)
      if (!cookies) {
        sessions.set(sessionOf(visit), { id, way, solved: null }, now + Math.min(forMs, withoutCookieMs), now)
        return null
      }
      const text = seals.seal(purpose, boundTo(visit), { id, until: now + forMs, way }, now)
      const age = Math.floor(forMs / 1_000)
      return `${cookieName(isSecure)}=${text}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
    },
    find(visit, isSecure, now) {
      const text = readCookie(visit.headers.cookie, cookieName(isSecure))
      const ofCookie = text === null ? undefined : open(visit, text, now)
      const found = ofCookie ?? (sessions.size === 0 ? undefined : sessions.get(sessionOf(visit), now))
      return found === undefined
        ? null
        : { id: found.id, way: found.way, solved: credits.size === 0 ? null : (credits.get(found.id, now) ?? null) }
    },
    useCredit: ({ id, solved }, now) => void (solved !== null && credits.take(id, now)),
    size: () => sessions.size,
  }
}
