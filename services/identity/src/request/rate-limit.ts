import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Queries } from '@bollard/database'
import { leadingGroups, ProblemError } from '@bollard/http'

/** At most `limit` within `seconds`, counted from the first one. */
export interface Limit {
  readonly limit: number
  readonly seconds: number
}

/** All limits of this service. Every one of them ends by itself: nobody can be locked out for good. */
export interface RateLimits {
  readonly signUpPerIp: Limit
  /** Mails to one address, whoever asks for them and whether or not it has an account. */
  readonly mailPerAddress: Limit
  /** The pause before a verification mail can be asked for again. */
  readonly resendPause: Limit
  /** Failed attempts. */
  readonly signInPerAccountAndIp: Limit
  readonly signInPerIp: Limit
  readonly resendPerIp: Limit
  readonly verifyPerIp: Limit
  readonly firstAdminPerIp: Limit
}

export const defaultRateLimits: RateLimits = {
  signUpPerIp: { limit: 5, seconds: 3600 },
  mailPerAddress: { limit: 5, seconds: 3600 },
  resendPause: { limit: 1, seconds: 60 },
  signInPerAccountAndIp: { limit: 5, seconds: 900 },
  signInPerIp: { limit: 20, seconds: 3600 },
  resendPerIp: { limit: 20, seconds: 3600 },
  verifyPerIp: { limit: 30, seconds: 900 },
  firstAdminPerIp: { limit: 10, seconds: 3600 },
}

export interface RateLimiter {
  /** Counts one attempt before it is made, so that parallel attempts count too. Throws `rate-limited` above the limit. */
  take(name: keyof RateLimits, subject: string): Promise<void>
  /** Takes one attempt back: it turned out to be legitimate. */
  giveBack(name: keyof RateLimits, subject: string): Promise<void>
  /** Forgets all attempts. */
  reset(name: keyof RateLimits, subject: string): Promise<void>
}

/** Counts in PostgreSQL, so that all processes share one count and a restart forgives nothing. Subjects are stored as keyed hashes. */
export function createRateLimiter(deps: { db: Queries; secret: string; limits: RateLimits; now: () => Date }): RateLimiter {
  const keyOf = (name: string, subject: string) => `${name}:${createHmac('sha256', deps.secret).update(`${name}\0${subject}`).digest('base64url').slice(0, 22)}`
  return {
    async take(name, subject) {
      const { limit, seconds } = deps.limits[name]
      const now = deps.now()
      const rows = await deps.db.query<{ used: number; resetsAt: Date }>('identity-limit-take', takeSql, [keyOf(name, subject), now, seconds])
      const [row] = rows
      if (!row || row.used <= limit) return
      const retryAfterSeconds = Math.max(1, Math.ceil((row.resetsAt.getTime() - now.getTime()) / 1000))
      throw new ProblemError('rate-limited', 'Too many attempts. Try again later.', { retryAfterSeconds })
    },
    async giveBack(name, subject) {
      await deps.db.query('identity-limit-give-back', 'UPDATE identity.rate_limits SET used = used - 1 WHERE key = $1 AND used > 0', [keyOf(name, subject)])
    },
    async reset(name, subject) {
      await deps.db.query('identity-limit-reset', 'DELETE FROM identity.rate_limits WHERE key = $1', [keyOf(name, subject)])
    },
  }
}

/** One household or server owns a whole /64 of IPv6, so that is what counts as one address. */
export function limitedIp(ip: string): string {
  return isIPv6(ip) ? `${leadingGroups(ip, 4)}::/64` : ip
}

const takeSql = `INSERT INTO identity.rate_limits AS counter (key, used, resets_at)
  VALUES ($1, 1, $2::timestamptz + make_interval(secs => $3))
  ON CONFLICT (key) DO UPDATE SET
    used = CASE WHEN counter.resets_at <= $2 THEN 1 ELSE counter.used + 1 END,
    -- The smaller one, so that a clock that was set back keeps nobody out for longer.
    resets_at = CASE WHEN counter.resets_at <= $2 THEN excluded.resets_at ELSE least(counter.resets_at, excluded.resets_at) END
  RETURNING used, resets_at AS "resetsAt"`
