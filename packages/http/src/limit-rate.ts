import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { ProblemError } from '@bollard/contracts'

export interface RateLimit {
  /** Whom the calls are counted for, such as an address or a user id; null is not limited. */
  readonly key: (request: FastifyRequest) => string | null
  /** Calls at once, and also calls per window in the long run. */
  readonly max: number
  readonly windowSeconds: number
  /** Keys that are remembered; the one that called longest ago is forgotten first. Default 10 000. */
  readonly maxKeys?: number
  /** Milliseconds; default: the clock. */
  readonly now?: () => number
}

/** Limits all routes mounted in the scope of `app` after it, together. Counts in this process only. */
export function limitRate(app: FastifyInstance, limit: RateLimit): void {
  app.addHook('onRequest', rateLimitHook(limit))
}

/** The same for one route: `mountRoute(app, route, handler, { onRequest: rateLimitHook({ … }) })`. */
export function rateLimitHook(limit: RateLimit): onRequestAsyncHookHandler {
  const now = limit.now ?? Date.now
  const take = createTaker(limit)
  return async (request, reply) => {
    const key = limit.key(request)
    if (key === null) return
    const { allowed, remaining, resetSeconds, retryAfterSeconds } = take(key, now())
    void reply.headers({
      'ratelimit-limit': limit.max,
      'ratelimit-remaining': remaining,
      'ratelimit-reset': resetSeconds,
    })
    if (!allowed) throw new ProblemError('rate-limited', undefined, { retryAfterSeconds, limit: limit.max })
  }
}

interface Taken {
  readonly allowed: boolean
  readonly remaining: number
  readonly resetSeconds: number
  readonly retryAfterSeconds: number
}

/**
 * Counts calls by key, as `limitRate` does, where there is no request to answer.
 *
 * Generic cell rate algorithm: per key one number, the time at which all its calls will be worked off.
 * Unlike a fixed window it has no edge at which twice the limit passes.
 */
export function createTaker({
  max,
  windowSeconds,
  maxKeys = 10_000,
}: Pick<RateLimit, 'max' | 'windowSeconds' | 'maxKeys'>): (key: string, now: number) => Taken {
  const windowMs = windowSeconds * 1000
  const costMs = windowMs / max
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
    if (doneAt.size > maxKeys)
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
