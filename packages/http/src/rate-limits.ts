import { isIPv6 } from 'node:net'
import { ProblemError } from '@bollard/contracts'
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { leadingGroups } from './client-address.ts'

/** At most `limit` within `seconds`. */
export interface Limit {
  readonly limit: number
  readonly seconds: number
}

/** One line of the table of a service, `rate-limits.ts`, which its routes and verbs use by name. */
export interface RateLimit extends Limit {
  /** Whose calls are counted together. Addresses of IPv6 count by their /64. */
  readonly per: RateLimitSubject
  /** In one process, which a restart empties; by all processes together, each of which hears of the others a moment later; or in PostgreSQL. */
  readonly counted: 'process' | 'together' | 'database'
}

export type RateLimitSubject =
  | 'account'
  | 'address'
  | 'account and address'
  | 'e-mail address'
  | 'e-mail address and address'
  | 'network'
  | 'network operator'
  | 'everybody'
  | 'solution'
  | 'webhook'
  | 'organization'
  | 'invitation'

export type RateLimits = Readonly<Record<string, RateLimit>>

/** Counts the calls of a table by key. Identity counts most of its own in PostgreSQL, all others count here. */
export interface RateLimiter<Name extends string> {
  /** Counts one call before it is made, so that parallel calls count too. Throws `rate-limited` above the limit. */
  take(name: Name, key: string): Promise<void>
}

/** The one refusal. `retryAfterSeconds` is at least 1. */
export function rateLimited({ limit }: Pick<Limit, 'limit'>, retryAfterSeconds: number, detail?: string): ProblemError {
  return new ProblemError('rate-limited', detail, {
    retryAfterSeconds: Math.max(1, Math.ceil(retryAfterSeconds)),
    limit,
  })
}

export interface ProcessLimiter<Name extends string> extends RateLimiter<Name> {
  /** Limits a route, or all routes of a scope together: `scope.addHook('onRequest', limiter.hook(…))`. A null key is not limited. */
  hook(name: Name, keyOf: (request: FastifyRequest) => string | null): onRequestAsyncHookHandler
}

type CountedHere<Table extends RateLimits> = {
  [Name in keyof Table]: 'process' extends Table[Name]['counted'] ? Name : never
}[keyof Table] &
  string

/** Counts those limits of a table that are counted in this process. */
export function createProcessLimiter<const Table extends RateLimits>(
  limits: Table,
  now: () => Date,
): ProcessLimiter<CountedHere<Table>> {
  const takers = new Map<string, Taker>()
  const count = (name: CountedHere<Table>, key: string): Taken => {
    const taker = takers.get(name) ?? createTaker(limits[name] as Limit)
    takers.set(name, taker)
    return taker(key, now().getTime())
  }
  return {
    async take(name, key) {
      const { allowed, retryAfterSeconds } = count(name, key)
      if (!allowed) throw rateLimited(limits[name] as Limit, retryAfterSeconds)
    },
    hook: (name, keyOf) => async (request, reply) => {
      const key = keyOf(request)
      if (key === null) return
      const { allowed, remaining, resetSeconds, retryAfterSeconds } = count(name, key)
      const { limit } = limits[name] as Limit
      void reply.headers({
        'ratelimit-limit': limit,
        'ratelimit-remaining': remaining,
        'ratelimit-reset': resetSeconds,
      })
      if (!allowed) throw rateLimited({ limit }, retryAfterSeconds)
    },
  }
}

/** One household or server owns a whole /64 of IPv6, so that is what counts as one address. */
export function limitedIp(ip: string): string {
  return isIPv6(ip) ? `${leadingGroups(ip, 4)}::/64` : ip
}

interface Taken {
  readonly allowed: boolean
  readonly remaining: number
  readonly resetSeconds: number
  readonly retryAfterSeconds: number
}
type Taker = (key: string, now: number) => Taken

/**
 * Counts calls by key where nothing is to be refused, or by an own clock in milliseconds. Of `keysMax` keys, the one that called
 * longest ago is forgotten first.
 *
 * Generic cell rate algorithm: per key one number, the time at which all its calls will be worked off.
 * Unlike a fixed window it has no edge at which twice the limit passes.
 */
export function createTaker(
  { limit, seconds }: Limit,
  { keysMax = 20_000 }: { readonly keysMax?: number } = {},
): Taker {
  const windowMs = seconds * 1000
  const costMs = windowMs / limit
  const doneAt = new Map<string, number>()
  return (key, now) => {
    const known = doneAt.get(key) ?? 0
    // Further ahead than any load reaches: the clock was set back, and nobody may have to wait for it to catch up.
    const before = known > now + windowMs ? now : Math.max(known, now)
    const after = before + costMs
    // Half a millisecond forgives the rounding of the division above.
    const allowed = after - now <= windowMs + 0.5
    const load = (allowed ? after : before) - now
    // Deleting first moves the key to the young end of the map.
    doneAt.delete(key)
    doneAt.set(key, now + load)
    if (doneAt.size > keysMax)
      for (const oldest of doneAt.keys()) {
        doneAt.delete(oldest)
        break
      }
    return {
      allowed,
      remaining: Math.max(0, Math.floor((windowMs - load + 0.5) / costMs)),
      resetSeconds: Math.ceil(load / 1000),
      retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil((after - now - windowMs) / 1000)),
    }
  }
}
