import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Queries } from '@bollard/database'
import { leadingGroups, ProblemError } from '@bollard/http'

/** At most `limit` within `seconds`, counted from the first one. */
export interface Limit {
  readonly limit: number
  readonly seconds: number
}

/** All limits of this service. Each one ends by itself: nobody can be locked out permanently. */
export interface RateLimits {
  readonly signUpPerIp: Limit
  /** While nobody can say whether a captcha was passed. */
  readonly signUpPerIpWithoutCaptcha: Limit
  /**
   * Mails of one kind to one address that one network asks for, whether or not it has an account; and all mails to it, no
   * matter who asks. See `attempts/count-mail.ts`.
   */
  readonly mailPerAddressAndIp: Limit
  readonly mailPerAddress: Limit
  /** The pause before a verification mail that one network asks for again. */
  readonly resendPause: Limit
  /** Failed attempts. Above these three a sign-in gets harder, see `attempts/try-guess.ts`. */
  readonly signInPerAccountAndIp: Limit
  readonly signInPerIp: Limit
  readonly signInPerAccount: Limit
  /** Failures of wider networks and of everybody: above them strangers pass a captcha first. See `network-counts.ts`. */
  readonly signInPerSite: Limit
  readonly signInPerProvider: Limit
  readonly signInOfAll: Limit
  readonly resendPerIp: Limit
  readonly verifyPerIp: Limit
  /** Wrong codes over all sign-ups with one address, so that signing up anew buys no more tries than these. */
  readonly codePerAddress: Limit
  readonly emailChangePerUser: Limit
  /** Links that start the removal of all second factors. */
  readonly factorRemovalPerUser: Limit
  /** Wrong second factors; of those of an app also over all networks. */
  readonly codePerAccountAndIp: Limit
  readonly codePerAccount: Limit
  readonly passkeyPerIp: Limit
  readonly passkeyOptionsPerIp: Limit
  readonly passwordResetPerIp: Limit
  /** Tokens of links for a new password that were wrong. */
  readonly resetTokenPerIp: Limit
  readonly unsubscribePerIp: Limit
  readonly firstAdminPerIp: Limit
  readonly advertisingPerIp: Limit
  readonly exportPerUser: Limit
}

export const defaultRateLimits: RateLimits = {
  signUpPerIp: { limit: 5, seconds: 3600 },
  signUpPerIpWithoutCaptcha: { limit: 2, seconds: 3600 },
  mailPerAddressAndIp: { limit: 5, seconds: 3600 },
  mailPerAddress: { limit: 40, seconds: 3600 },
  resendPause: { limit: 1, seconds: 60 },
  signInPerAccountAndIp: { limit: 5, seconds: 900 },
  signInPerIp: { limit: 20, seconds: 3600 },
  signInPerAccount: { limit: 100, seconds: 3600 },
  signInPerSite: { limit: 60, seconds: 3600 },
  signInPerProvider: { limit: 300, seconds: 3600 },
  signInOfAll: { limit: 300, seconds: 600 },
  resendPerIp: { limit: 20, seconds: 3600 },
  verifyPerIp: { limit: 30, seconds: 900 },
  codePerAddress: { limit: 20, seconds: 86_400 },
  codePerAccountAndIp: { limit: 10, seconds: 900 },
  codePerAccount: { limit: 20, seconds: 3600 },
  passkeyPerIp: { limit: 30, seconds: 900 },
  passkeyOptionsPerIp: { limit: 300, seconds: 900 },
  passwordResetPerIp: { limit: 20, seconds: 3600 },
  resetTokenPerIp: { limit: 30, seconds: 900 },
  emailChangePerUser: { limit: 5, seconds: 3600 },
  factorRemovalPerUser: { limit: 3, seconds: 86_400 },
  unsubscribePerIp: { limit: 30, seconds: 900 },
  firstAdminPerIp: { limit: 10, seconds: 3600 },
  advertisingPerIp: { limit: 30, seconds: 3600 },
  exportPerUser: { limit: 3, seconds: 86_400 },
}

export type LimitName = keyof RateLimits

export interface RateLimiter {
  /** Counts one attempt before it is made, so that parallel attempts count too. Throws `rate-limited` above the limit. */
  take(name: LimitName, subject: string): Promise<void>
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

const pace = { firstSeconds: 30, longestSeconds: 900, quietSeconds: 3600 } as const

/** Counts in PostgreSQL, so that all processes share one count and a restart forgives nothing. Subjects are stored as keyed hashes. */
export function createRateLimiter({
  db,
  secret,
  limits,
  now,
}: {
  db: Queries
  secret: string
  limits: RateLimits
  now: () => Date
}): RateLimiter {
  const keyOf = (name: string, subject: string) =>
    `${name}:${createHmac('sha256', secret).update(`${name}\0${subject}`).digest('base64url').slice(0, 22)}`
  const bump = async (name: LimitName, subject: string) => {
    const values = [keyOf(name, subject), now(), limits[name].seconds]
    const [row] = await db.query('identity-limit-take', takeSql, values)
    if (!row) throw new Error('A counter that was written is gone')
    return row
  }
  const reset = (key: string) =>
    db.query('identity-limit-reset', 'delete from identity.rate_limits where key = $1', [key])
  return {
    async take(name, subject) {
      const { used, resetsAt } = await bump(name, subject)
      if (used > limits[name].limit) throw refusal(limits[name].limit, resetsAt, now())
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
      const values = [key, time, pace.firstSeconds, pace.longestSeconds, pace.quietSeconds]
      const [mine] = await db.query('identity-limit-pace', paceSql, values)
      // The first one has to wait as well.
      if (mine && mine.used > 1) return
      const [row] = mine ? [mine] : await db.query('identity-limit-pace-end', paceEndSql, [key])
      throw refusal(1, row?.resetsAt ?? time, time)
    },
    async forgetPace(subject) {
      await reset(keyOf('pace', subject))
    },
  }
}

function refusal(limit: number, until: Date, now: Date): ProblemError {
  const retryAfterSeconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  return new ProblemError('rate-limited', 'Too many attempts. Try again later.', { retryAfterSeconds, limit })
}

/** One household or server owns a whole /64 of IPv6, so that is what counts as one address. */
export function limitedIp(ip: string): string {
  return isIPv6(ip) ? `${leadingGroups(ip, 4)}::/64` : ip
}

/**
 * The networks of an address, widest first: an operator's /32, a site's /48 and a household's /64 of IPv6; /16, /24 and the
 * address itself of IPv4.
 */
export function networksOf(ip: string): [provider: string, site: string, household: string] {
  if (isIPv6(ip)) return [`${leadingGroups(ip, 2)}::/32`, `${leadingGroups(ip, 3)}::/48`, limitedIp(ip)]
  const parts = ip.split('.')
  return [`${parts.slice(0, 2).join('.')}.0.0/16`, `${parts.slice(0, 3).join('.')}.0/24`, ip]
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
