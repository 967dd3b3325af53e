import type { Queries } from '@bollard/database'
import { type Limit, type ProblemError, rateLimited, type RateLimiter } from '@bollard/http'
import type { LimitName, RateLimits } from '../rate-limits.ts'
import { createLimitKeys } from './limit-keys.ts'

export interface AttemptLimiter extends RateLimiter<LimitName> {
  /** `limit` in place of the one of the table, where an operator has changed it for a while. */
  take(name: LimitName, subject: string, limit?: number): Promise<void>
  /** Counts one attempt likewise and refuses nothing. Answers how many times the limit that makes: 1 for the last one within it. */
  count(name: LimitName, subject: string): Promise<number>
  /** Uncounts one attempt: it turned out to be legitimate, or was not made. */
  giveBack(name: LimitName, subject: string): Promise<void>
  /** Forgets all attempts. */
  reset(name: LimitName, subject: string): Promise<void>
  /**
   * Lets one attempt through after a while, which doubles from 30 seconds to 15 minutes. Throws `rate-limited` until then. An hour
   * of quiet starts over.
   */
  pace(subject: string): Promise<void>
  /** Starts the pace over. */
  forgetPace(subject: string): Promise<void>
}

const pace = { firstSeconds: 30, secondsMax: 900, quietSeconds: 3600 } as const

/** Counts in PostgreSQL, so that all processes share one count and a restart forgives nothing. Subjects are stored as keyed hashes. */
export function createAttemptLimiter({
  db,
  secret,
  limits,
  now,
}: {
  db: Queries
  secret: string
  limits: RateLimits
  now: () => Date
}): AttemptLimiter {
  const keyOf = createLimitKeys(secret)
  const bump = async (name: LimitName, subject: string) => {
    const values = [keyOf(name, subject), now(), limits[name].seconds]
    const [row] = await db.query('identity-limit-take', takeSql, values)
    if (!row) throw new Error('A counter that was written is gone')
    return row
  }
  const reset = (key: string) =>
    db.query('identity-limit-reset', 'delete from identity.rate_limits where key = $1', [key])
  return {
    async take(name, subject, limit = limits[name].limit) {
      const { used, resetsAt } = await bump(name, subject)
      if (used > limit) throw refusal({ limit }, resetsAt, now())
    },
    async count(name, subject) {
      return (await bump(name, subject)).used / limits[name].limit
    },
    async giveBack(name, subject) {
      await db.query(
        'identity-limit-give-back',
        'update identity.rate_limits set used = used - 1 where key = $1 and used > 0',
        [keyOf(name, subject)],
      )
    },
    async reset(name, subject) {
      await reset(keyOf(name, subject))
    },
    async pace(subject) {
      const [key, time] = [keyOf('pace', subject), now()]
      const values = [key, time, pace.firstSeconds, pace.secondsMax, pace.quietSeconds]
      const [mine] = await db.query('identity-limit-pace', paceSql, values)
      // The first one has to wait as well.
      if (mine && mine.used > 1) return
      const [row] = mine ? [mine] : await db.query('identity-limit-pace-end', paceEndSql, [key])
      throw refusal({ limit: 1 }, row?.resetsAt ?? time, time)
    },
    async forgetPace(subject) {
      await reset(keyOf('pace', subject))
    },
  }
}

function refusal(limit: Pick<Limit, 'limit'>, until: Date, now: Date): ProblemError {
  return rateLimited(limit, (until.getTime() - now.getTime()) / 1000, 'Too many attempts. Try again later.')
}

const takeSql = `insert into identity.rate_limits as counter (key, used, resets_at)
  values ($1, 1, $2::timestamptz + make_interval(secs => $3))
  on conflict (key) do update set
    used = case when counter.resets_at <= $2 then 1 else counter.used + 1 end,
    -- The smaller one, so that a clock that was set back keeps nobody out for longer.
    resets_at = case when counter.resets_at <= $2 then excluded.resets_at else least(counter.resets_at, excluded.resets_at) end
  returning used, resets_at as "resetsAt"`

// No row: somebody had the turn already, and it has not come round again. A time further ahead than any pace is one of a clock
// that was set back.
const paceSql = `insert into identity.rate_limits as pace (key, used, resets_at)
  values ($1, 1, $2::timestamptz + make_interval(secs => $3))
  on conflict (key) do update set
    used = case when pace.resets_at <= $2 - make_interval(secs => $5) then 1 else pace.used + 1 end,
    resets_at = $2 + make_interval(secs => case when pace.resets_at <= $2 - make_interval(secs => $5) then $3
      else least($4::float8, $3::float8 * power(2, least(pace.used, 20))) end)
  where pace.resets_at <= $2 or pace.resets_at > $2 + make_interval(secs => $4)
  returning used, resets_at as "resetsAt"`
const paceEndSql = 'select resets_at as "resetsAt" from identity.rate_limits where key = $1'
