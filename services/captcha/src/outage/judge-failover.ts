import { failoverCode } from '@bollard/bot-score'
import {
  decidedBy,
  type FailoverClaim,
  failoverClaimSchema,
  failoverTokenPrefix,
  type SiteSettings,
} from '@bollard/contracts'
import type { Database, Queries } from '@bollard/database'
import { createTaker, type Limit } from '@bollard/http'
import { rateLimits } from '../rate-limits.ts'
import { isWithin } from '../records/memory/is-within.ts'
import { countKind } from '../records/store/counts.ts'
import type { VerificationRow } from '../records/store/record-verifications.ts'
import { rowFlags } from '../records/store/row-flags.ts'
import { createVerificationId } from '../records/store/verification-id.ts'
import { listOutages, type StoredOutage } from './outages.ts'

/** Clocks of visitors go a little wrong; so do the ends of an outage, which show with the next sign of life. */
const toleranceMs = 10_000
/** How long after an outage its tokens are still accepted: visitors who come later are served as always. */
const acceptedAfterMs = 60_000
/** Nobody was judged: neither a person nor a bot. Shown as null, see `toVerification`. */
const unknownScore = 0.5
const tokenMax = 1_024
const outagesFreshMs = 1_000

export interface FailoverContext {
  readonly db: Database
  readonly sites: { find(siteKey: string): FailoverEnvironment | null | Promise<FailoverEnvironment | null> }
  readonly now: () => number
  readonly randomBytes: (size: number) => Buffer
  /** Stores a verification; resolves after the commit. */
  readonly record: (row: VerificationRow) => Promise<unknown>
}

export interface FailoverEnvironment {
  readonly id: number
  /** Whether its owner lets it work. */
  readonly active: boolean
  readonly site: {
    readonly id: number
    readonly refuses: boolean
    readonly settings: Pick<SiteSettings, 'failover' | 'riskScoring' | 'minimalData'>
  }
}

/** Who asks: the site and the environment of an API key, null for all of them. */
export interface FailoverOwner {
  readonly siteId: number
  readonly environmentId: number | null
}

export type FailoverVerdict =
  /** Stored under this id, whose result can be taken like any other. */
  | { readonly status: 'accepted'; readonly verificationId: string }
  | {
      readonly status: 'refused'
      readonly code:
        | 'token-malformed'
        | 'token-of-other-site'
        | 'failover-refused'
        | 'client-reported-outage'
        | 'token-already-used'
        | 'rate-limited'
    }

export type JudgeFailover = (owner: FailoverOwner, token: string) => Promise<FailoverVerdict>

/** Whether a token is one of a widget that could not reach the service, rather than one that the service has signed. */
export function isFailoverToken(token: string): boolean {
  return token.startsWith(failoverTokenPrefix)
}

/**
 * Judges tokens that widgets make themselves when they cannot reach the service. Anybody can write one, so all it says is
 * when somebody claims to have been there; whether the service was away then is for its own record to say. A token counts
 * once, over all processes and time: the primary key decides.
 */
export function createFailoverJudge(context: FailoverContext): JudgeFailover {
  // What one process alone has had is refused without a query; all together are counted where tokens are used up.
  const mayPass = createTaker(rateLimits.failover)
  const outagesAt = rememberOutages(context)
  return async (owner, token) => {
    const claim = readClaim(token)
    if (claim === null) return refused('token-malformed')
    const environment = await context.sites.find(claim.siteKey)
    const isOwn = environment !== null && environment.site.id === owner.siteId
    if (!isOwn || (owner.environmentId !== null && environment.id !== owner.environmentId))
      return refused('token-of-other-site')
    const { site } = environment
    if (!environment.active || site.refuses || site.settings.failover !== 'RECORDED_OUTAGES')
      return refused('failover-refused')

    const now = context.now()
    const at = Date.parse(claim.at)
    if (at > now + toleranceMs) return refused('client-reported-outage')
    if (!(await outagesAt(now)).some((outage) => isAccepted(outage, now) && covers(outage, at)))
      return refused('client-reported-outage')
    if (!mayPass(String(site.id), now).allowed) return refused('rate-limited')
    const use = await useFailover(context.db, { siteId: site.id, id: claim.id, at: new Date(now) }, rateLimits.failover)
    if (use !== 'used') return refused(use)

    const row = rowOfFailover(context, environment, now)
    await context.record(row)
    return { status: 'accepted', verificationId: row.id }
  }
}

/**
 * Whether tokens of an outage are accepted at a moment: while it lasts, and for a minute after it. Restarts in order are known of
 * beforehand and happen often, so they count only while they last: once the service is back, widgets get a token that is signed.
 */
export function isAccepted({ to, cause }: Pick<StoredOutage, 'to' | 'cause'>, now: number): boolean {
  return to === null || (cause !== 'MAINTENANCE' && now <= to.getTime() + acceptedAfterMs)
}

function covers({ from, to }: StoredOutage, at: number): boolean {
  return at >= from.getTime() - toleranceMs && (to === null || at <= to.getTime() + toleranceMs)
}

/** What the token says, or null when nothing of ours would say so. */
function readClaim(token: string): FailoverClaim | null {
  if (!isFailoverToken(token) || token.length > tokenMax) return null
  try {
    return failoverClaimSchema.parse(
      JSON.parse(Buffer.from(token.slice(failoverTokenPrefix.length), 'base64url').toString('utf8')),
    )
  } catch {
    return null
  }
}

/** Recent outages, asked for at most once a second however many tokens come, so that forging them costs no queries. */
function rememberOutages({ db }: FailoverContext): (now: number) => Promise<StoredOutage[]> {
  let known: { readonly at: number; readonly outages: Promise<StoredOutage[]> } | null = null
  return (now) => {
    if (known === null || !isWithin(outagesFreshMs, known.at, now)) {
      const outages = listOutages(db, { endedAfter: new Date(now - acceptedAfterMs), after: null, limit: 1_000 })
      const asked = { at: now, outages }
      known = asked
      // A question that failed is no answer for the next one.
      outages.catch(() => {
        if (known === asked) known = null
      })
    }
    return known.outages
  }
}

/**
 * The row under which the visitor stands in the log, as of now: marked, since nothing of them was seen. The address is that of
 * nobody, as it is the customer's server that calls.
 */
function rowOfFailover(
  { randomBytes }: FailoverContext,
  { id: environmentId, site }: FailoverEnvironment,
  now: number,
): VerificationRow {
  const { riskScoring, minimalData } = site.settings
  return {
    id: createVerificationId(now, randomBytes(10)),
    round: 0,
    siteId: site.id,
    environmentId,
    issuedAt: now,
    finishedAt: now,
    outcome: countKind.flagged,
    score: unknownScore,
    reasons: [[failoverCode, 0]],
    checkMs: 0,
    workMs: 0,
    workHashes: 0,
    hostname: '',
    action: 0,
    browser: 'Unknown',
    operatingSystem: 'Unknown',
    device: 'unknown',
    language: null,
    network: '0.0.0.0/32',
    country: null,
    asn: 0,
    shadowScore: null,
    decision: decidedBy.indexOf('FAILOVER'),
    rule: 0,
    bypassKey: 0,
    networkKind: 0,
    flags: (minimalData ? rowFlags.minimalData : 0) | (riskScoring ? 0 : rowFlags.scoringOff),
  }
}

function refused(code: Extract<FailoverVerdict, { status: 'refused' }>['code']): FailoverVerdict {
  return { status: 'refused', code }
}

export type FailoverUse = 'used' | 'token-already-used' | 'rate-limited'

/**
 * Uses up a failover token of a site, unless somebody did before, or the site has had its `limit` over all
 * processes: the generic cell rate algorithm of `createTaker` in one row for each site. A token that is refused for the rate is
 * not used up.
 */
export async function useFailover(
  db: Queries,
  use: { readonly siteId: number; readonly id: string; readonly at: Date },
  { limit, seconds }: Limit,
): Promise<FailoverUse> {
  const [row] = await db.query('captcha-failover-use', statement, [
    use.siteId,
    use.id,
    use.at,
    seconds / limit,
    seconds,
  ])
  if (row?.used === true) return 'used'
  return row?.known === true || row?.paced === true ? 'token-already-used' : 'rate-limited'
}

/** Further ahead than any load reaches: a clock was set back, and nobody may have to wait for it to catch up. */
const before = `(case when p.done_at > $3::timestamptz + make_interval(secs => $5::float8) then $3::timestamptz else greatest(p.done_at, $3::timestamptz) end)`
const cost = `make_interval(secs => $4::float8)`

const statement = `
with known as (
  select from captcha.failover_uses where site_id = $1::int and id = $2::text
), paced as (
  insert into captcha.failover_pace as p (site_id, done_at)
  select $1::int, $3::timestamptz + ${cost} where not exists (select from known)
  on conflict (site_id) do update set done_at = ${before} + ${cost}
    where ${before} + ${cost} <= $3::timestamptz + make_interval(secs => $5::float8 + 0.0005)
  returning site_id
), used as (
  insert into captcha.failover_uses (site_id, id, used_at) select site_id, $2::text, $3::timestamptz from paced on conflict do nothing returning id
)
select exists (select from paced) as paced, exists (select from known) as known, exists (select from used) as used`
