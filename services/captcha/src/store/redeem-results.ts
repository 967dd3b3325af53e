import type { Queries } from '@bollard/database'
import { countKind } from '../counts.ts'
import { plainArray } from './array-literal.ts'
import { timesOf } from './times-of.ts'
import type { StoredVerification } from './stored-verification.ts'
import { queuedFacts } from '../statistics/queued-facts.ts'
import { verificationColumns } from './stored-verification.ts'

/** A customer's server asks for one result; `secretKeyId` is the key it asked with. */
export interface RedemptionRequest {
  readonly id: string
  readonly issuedAt: number
  readonly siteId: number
  readonly secretKeyId: number
  readonly now: number
  /** The network from which the customer's server says that the token came, as `networkOf` writes it; null where it says nothing. */
  readonly remote?: string | null
}

export type RedemptionResult =
  | { readonly status: 'redeemed'; readonly verification: StoredVerification }
  | { readonly status: 'used' | 'unknown' | 'expired' | 'key-revoked' | 'locked' | 'other-site' }

/**
 * Redeems results, each as often as its site's settings allow, over all processes and time: the row of the redemption decides.
 * How often, and for how long, is read in the same statement, so that a change holds everywhere at once. Answers in the order
 * of the requests; `other-site` where the verification is not of the key's site or environment,
 * `locked` where a lock refuses results to keys as old as this one.
 */
export async function redeemResults(db: Queries, requests: readonly RedemptionRequest[]): Promise<RedemptionResult[]> {
  const results: RedemptionResult[] = requests.map(() => ({ status: 'used' }))
  const rows = await db.query<RedeemedRow>('captcha-redeem', statement, [
    plainArray(requests.map((_, index) => index)),
    plainArray(requests.map((request) => request.id)),
    plainArray(requests.map((request) => request.issuedAt)),
    plainArray(requests.map((request) => request.siteId)),
    plainArray(requests.map((request) => request.secretKeyId)),
    plainArray(requests.map((request) => request.now)),
    ...timesOf(requests.map((request) => request.issuedAt)),
    plainArray(requests.map((request) => request.remote ?? 'NULL')),
  ])
  for (const row of rows)
    results[row.ord] = row.state === 'redeemed' ? { status: 'redeemed', verification: row } : { status: row.state }
  return results
}

/**
 * Networks that are not routed on the Internet, or unknown: one of them beside one that is says only that a proxy stands between,
 * and a test or an address that nobody knows is 0.0.0.0.
 */
const unroutedNetworks =
  '{0.0.0.0/8,10.0.0.0/8,100.64.0.0/10,127.0.0.0/8,169.254.0.0/16,172.16.0.0/12,192.168.0.0/16,::/32,fc00::/7,fe80::/10}'
const isUnrouted = (network: string): string => `${network} <<= any('${unroutedNetworks}'::inet[])`
/** Whether two networks are one; null where they cannot be compared. */
const sameNetwork = (stored: string, remote: string): string => `case
      when ${remote} is null or family(${remote}) <> family(${stored}) or masklen(${stored}) in (0, 32)
        or ${isUnrouted(remote)} <> ${isUnrouted(stored)} then null
      else ${remote} = ${stored} end`

type RedeemedRow = StoredVerification & { ord: number; state: RedemptionResult['status'] }

/** Facts for the roll-ups that are columns as they stand; the time of issue is not. */
const facts = queuedFacts.filter(([array]) => array !== 'issued_ms')

// Requests for one result that share a batch are one line of `granted`: they get what is left, the first ones of them. Two
// batches of different processes take turns at the row, in the order of the ids, and at their sites in the order of those.
const statement = `
with looked_up as materialized (
  select i.ord, i.id as asked_id, to_timestamp(i.now_ms / 1000::float8) as at, s.id as site_id, v as stored,
    coalesce((s.settings ->> 'resultRetrievals')::int, 1) as allowed,
    case
      when k.id is null then 'key-revoked'
      when k.created_at <= s.results_refused_until then 'locked'
      when v.id is null then 'unknown'
      when v.site_id <> i.site_id or k.environment_id <> v.environment_id then 'other-site'
      when v.finished_at + make_interval(mins => coalesce((s.settings ->> 'resultTtlMinutes')::int, 15)) <= to_timestamp(i.now_ms / 1000::float8) then 'expired'
      else 'fresh'
    end as found, ${sameNetwork('v.network', 'i.remote')} as same_network
  from unnest($1::int[], $2::uuid[], $3::bigint[], $4::int[], $5::int[], $6::bigint[], $9::cidr[]) as i(ord, id, issued_ms, site_id, key_id, now_ms, remote)
  left join captcha.sites s on s.id = i.site_id
  left join captcha.api_keys k on k.id = i.key_id and k.site_id = i.site_id and k.revoked_at is null
    and (k.expires_at is null or k.expires_at > to_timestamp(i.now_ms / 1000::float8))
  left join captcha.verifications v on v.id = i.id and v.issued_at = to_timestamp(i.issued_ms / 1000::float8) and v.outcome < 3
    and v.issued_at between to_timestamp($7::bigint / 1000::float8) and to_timestamp($8::bigint / 1000::float8)
), wanted as materialized (
  select asked_id, (array_agg(stored order by ord))[1] as stored, min(site_id) as site_id, min(allowed) as allowed, least(count(*), min(allowed))::smallint as n,
    min(at) as first_at, max(at) as last_at, bool_and(same_network) as same_network
  from looked_up where found = 'fresh' group by asked_id
), granted as (
  insert into captcha.redemptions as r (verification_id, issued_at, site_id, fetched_at, n, granted, last_fetched_at, same_network)
  select asked_id, (stored).issued_at, site_id, first_at, n, n, case when n > 1 then last_at end, same_network from wanted order by asked_id
  on conflict (verification_id, issued_at) do update set
    n = least(r.n + excluded.n, (select w.allowed from wanted w where w.asked_id = excluded.verification_id)),
    granted = least(r.n + excluded.n, (select w.allowed from wanted w where w.asked_id = excluded.verification_id)) - r.n,
    same_network = coalesce(excluded.same_network, r.same_network),
    last_fetched_at = greatest(r.fetched_at, r.last_fetched_at, excluded.fetched_at, excluded.last_fetched_at)
    where r.n < (select w.allowed from wanted w where w.asked_id = excluded.verification_id)
  returning verification_id, fetched_at, last_fetched_at, (r.n - r.granted)::int as before, r.n::int as n
), redeemed as materialized (
  select g.*, w.stored, w.site_id, w.first_at from granted g join wanted w on w.asked_id = g.verification_id
), queued as (
  insert into captcha.pending_rollups (fetched, n, issued_ms, ${facts.map(([array]) => array).join(', ')})
  select true, count(*), array_agg((extract(epoch from (stored).issued_at) * 1000)::bigint), ${facts.map(([, column]) => `array_agg((stored).${column})`).join(', ')}
  from redeemed where before = 0 having count(*) > 0
), counted as (
  insert into captcha.pending_counts (site_ids, environment_ids, at_ms, kinds, ns)
  select array_agg(site_id), array_agg((stored).environment_id), array_agg((extract(epoch from (stored).issued_at) * 1000)::bigint),
    array_agg(${countKind.fetchedAgain}::smallint), array_agg(n - greatest(before, 1))
  from redeemed where n > greatest(before, 1) having count(*) > 0
), first_seen as (
  update captcha.sites s set first_fetched_at = (select min(r.first_at) from redeemed r where r.site_id = s.id)
  from (
    select id from captcha.sites where id = any($4::int[]) and first_fetched_at is null and id in (select site_id from redeemed)
    order by id for no key update) f
  where s.id = f.id
), ranked as (
  select l.*, row_number() over (partition by l.asked_id, l.found order by l.ord)::int as nth from looked_up l
)
select l.ord, ${verificationColumns}, r.fetched_at as first_fetched_at, greatest(l.at, r.fetched_at) as last_fetched_at, r.before + l.nth as retrievals, l.same_network,
  case when l.found <> 'fresh' then l.found when r.n >= r.before + l.nth then 'redeemed' else 'used' end as state
from ranked l left join redeemed r on r.verification_id = l.asked_id and l.found = 'fresh'
  left join lateral (select (l.stored).*) v on l.found = 'fresh' and r.n >= r.before + l.nth`
