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
  /**
   * In each process by itself, which a restart empties; by all processes together, see `CallCounts`, and forgotten if PostgreSQL crashes; or by the
   * service in its own tables.
   */
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

/** Counts the calls of a table by key. Identity counts its own in its tables, all others count here. */
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

/** What all processes count together. */
export interface CallCounts {
  /**
   * Counts one call of `key` unless that exceeds the limit. `name` is that of the limit with its service, such as `captcha.signedIn`; `now` in
   * milliseconds since 1970.
   */
  take(name: string, key: string, limit: Limit, now: number): Promise<CountedCall>
}

/** Times in milliseconds. */
export interface CountedCall {
  readonly allowed: boolean
  readonly remaining: number
  /** Until nothing is used. */
  readonly resetMs: number
  /** Until there is room for one more; 0 for an allowed call. */
  readonly waitMs: number
}

export interface CallLimiter<Name extends string> extends RateLimiter<Name> {
  /** Limits a route, or all routes of a scope together: `scope.addHook('onRequest', limiter.hook(…))`. A null key is not limited. */
  hook(name: Name, keyOf: (request: FastifyRequest) => string | null): onRequestAsyncHookHandler
}

export interface CallLimiterOptions {
  readonly now: () => Date
  /** Where the limits are counted that all processes enforce together; without it, here like the others. */
  readonly callCounts?: CallCounts | undefined
}

type CountedHere<Table extends RateLimits> = {
  [Name in keyof Table]: 'database' extends Table[Name]['counted'] ? never : Name
}[keyof Table] &
  string

/**
 * Counts the limits of a service's table: those of a process here, and those of all processes in `callCounts`. A caller whom all processes refuse is
 * refused here until there can be room again, so that no flood reaches what they share.
 */
export function createCallLimiter<const Table extends RateLimits>(
  service: string,
  limits: Table,
  { now, callCounts }: CallLimiterOptions,
): CallLimiter<CountedHere<Table>> {
  const takers = new Map<string, Taker>()
  const refusals = new Map<string, Refusal>()

  async function byAll(counts: CallCounts, name: CountedHere<Table>, key: string, at: number): Promise<Taken> {
    const limit = limits[name] as Limit
    const refused = `${name} ${key}`
    const known = refusals.get(refused)
    // Further ahead than any wait: the clock was set back.
    if (known !== undefined && known.until > at && known.until <= at + limit.seconds * 1000) return refusalAt(known, at)
    const { allowed, remaining, resetMs, waitMs } = await counts.take(`${service}.${name}`, key, limit, at)
    refusals.delete(refused)
    if (allowed) return { allowed, remaining, resetSeconds: Math.ceil(resetMs / 1000), retryAfterSeconds: 0 }
    const refusal = { until: at + waitMs, resetAt: at + resetMs }
    keep(refusals, refused, refusal, keysMaxOfProcess)
    return refusalAt(refusal, at)
  }

  const count = async (name: CountedHere<Table>, key: string): Promise<Taken> => {
    const at = now().getTime()
    const limit = limits[name] as RateLimit
    if (callCounts !== undefined && limit.counted === 'together') return byAll(callCounts, name, key, at)
    const taker = takers.get(name) ?? createTaker(limit)
    takers.set(name, taker)
    return taker(key, at)
  }
  return {
    async take(name, key) {
      const { allowed, retryAfterSeconds } = await count(name, key)
      if (!allowed) throw rateLimited(limits[name] as Limit, retryAfterSeconds)
    },
    hook: (name, keyOf) => async (request, reply) => {
      const key = keyOf(request)
      if (key === null) return
      const { allowed, remaining, resetSeconds, retryAfterSeconds } = await count(name, key)
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

/** Of a caller whom all processes refuse; moments in milliseconds since 1970. */
interface Refusal {
  readonly until: number
  readonly resetAt: number
}

function refusalAt({ until, resetAt }: Refusal, at: number): Taken {
  return {
    allowed: false,
    remaining: 0,
    resetSeconds: Math.ceil((resetAt - at) / 1000),
    retryAfterSeconds: Math.max(1, Math.ceil((until - at) / 1000)),
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

const keysMaxOfProcess = 20_000

/** Keeps a value as the youngest; of more than `max`, the oldest goes. */
function keep<Value>(values: Map<string, Value>, key: string, value: Value, max: number): void {
  // Deleting first moves the key to the young end of the map.
  values.delete(key)
  values.set(key, value)
  if (values.size > max)
    for (const oldest of values.keys()) {
      values.delete(oldest)
      break
    }
}

/**
 * Counts calls by key where nothing is to be refused, or by an own clock in milliseconds. Of `keysMax` keys, the one that called
 * longest ago is forgotten first.
 *
 * Generic cell rate algorithm: per key one number, the time at which all its calls will be worked off.
 * Unlike a fixed window it has no edge at which twice the limit passes.
 */
export function createTaker(
  { limit, seconds }: Limit,
  { keysMax = keysMaxOfProcess }: { readonly keysMax?: number } = {},
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
    keep(doneAt, key, now + load, keysMax)
    return {
      allowed,
      remaining: Math.max(0, Math.floor((windowMs - load + 0.5) / costMs)),
      resetSeconds: Math.ceil(load / 1000),
      retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil((after - now - windowMs) / 1000)),
    }
  }
}
