import { decidedBy } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { plainArray } from './array-literal.ts'
import { countKind } from './counts.ts'
import { partSql } from './queue-parts.ts'
import { queuedFacts } from './queued-facts.ts'
import { type StoredVerification, verificationColumns } from './stored-verification.ts'
import { timesOf } from './verification-id.ts'

/** A customer's server asks for one result; `apiKeyId` is the key it asked with. */
export interface RedemptionRequest {
  readonly id: string
  readonly issuedAt: number
  readonly siteId: number
  readonly apiKeyId: number
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
  const rows = await db.query('captcha-redeem', statement, [
    plainArray(requests.map((_, index) => index)),
    plainArray(requests.map((request) => request.id)),
    plainArray(requests.map((request) => request.issuedAt)),
    plainArray(requests.map((request) => request.siteId)),
    plainArray(requests.map((request) => request.apiKeyId)),
    plainArray(requests.map((request) => request.now)),
    ...timesOf(requests.map((request) => request.issuedAt)),
    plainArray([...new Set(requests.map((request) => request.siteId))]),
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

/** Facts for the roll-ups that are columns as they stand; the time of issue is not. */
const facts = queuedFacts.filter(([array]) => array !== 'issued_ms')
/** What else the owner gets of a row. */
const told = 'id, issued_at, finished_at, round, work_ms, work_hashes, network, flags'
const found = [...new Set([...told.split(', '), ...facts.map(([, column]) => column)])]
  .map((column) => `v.${column}`)
  .join(', ')

// Requests for one result that share a batch are one line of `granted`: they get what is left, the first ones of them. Two
// batches of different processes take turns at the row, in the order of the ids, and at their sites in the order of those.
// Each row of the log is looked up by its key, one by one: of today's partition, which was empty this morning, the planner may
// know nothing, and would read it whole. What the settings say is read once for each site. Rows are wide: only `looked_up`
// carries them, everything else their position in the batch. Whether one is fresh is a boolean, of which the planner expects half:
// of a text it expects next to none, and would compare each with each.
const statement = `
with owners as materialized (
  select s.id as owner_id, s.results_refused_until, s.first_fetched_at is null as is_new, coalesce((s.settings ->> 'resultRetrievals')::int, 1) as allowed,
    make_interval(mins => coalesce((s.settings ->> 'resultTtlMinutes')::int, 15)) as ttl
  from captcha.sites s where s.id = any($9::int[])
), looked_up as materialized (
  select *, found = 'fresh' as is_fresh from (select i.ord, i.id as asked_id, i.at, s.owner_id, s.is_new, s.allowed, v.*,
    case
      when k.id is null then 'key-revoked'
      when k.created_at <= s.results_refused_until then 'locked'
      when v.id is null then 'unknown'
      when v.site_id <> i.site_id or k.environment_id <> v.environment_id then 'other-site'
      when v.finished_at + s.ttl <= i.at then 'expired'
      else 'fresh'
    end as found, ${sameNetwork('v.network', 'i.remote')} as same_network
  from (
    select unnest($1::int[]) as ord, unnest($2::uuid[]) as id, to_timestamp(unnest($3::bigint[]) / 1000::float8) as issued_at, unnest($4::int[]) as site_id,
      unnest($5::int[]) as key_id, to_timestamp(unnest($6::bigint[]) / 1000::float8) as at,
      unnest($10::cidr[]) as remote) i
  left join owners s on s.owner_id = i.site_id
  left join lateral (
    select k.id, k.created_at, k.environment_id from captcha.api_keys k
    where k.id = i.key_id and k.site_id = i.site_id and k.revoked_at is null and (k.expires_at is null or k.expires_at > i.at) limit 1) k on true
  left join lateral (
    select ${found} from captcha.verifications v
    where v.id = i.id and v.issued_at = i.issued_at and v.outcome < 3
      and v.issued_at between to_timestamp($7::bigint / 1000::float8) and to_timestamp($8::bigint / 1000::float8) limit 1) v on true) l
), wanted as materialized (
  select asked_id, min(ord) as ord, min(issued_at) as issued_at, min(owner_id) as site_id, min(allowed) as allowed,
    least(count(*), min(allowed))::smallint as n, min(at) as first_at, max(at) as last_at, bool_and(same_network) as same_network
  from looked_up where is_fresh group by asked_id
), granted as (
  insert into captcha.redemptions as r (verification_id, issued_at, site_id, fetched_at, n, granted, last_fetched_at, same_network)
  select asked_id, issued_at, site_id, first_at, n, n, case when n > 1 then last_at end, same_network from wanted order by asked_id
  on conflict (verification_id, issued_at) do update set
    n = least(r.n + excluded.n, (select w.allowed from wanted w where w.asked_id = excluded.verification_id)),
    granted = least(r.n + excluded.n, (select w.allowed from wanted w where w.asked_id = excluded.verification_id)) - r.n,
    same_network = coalesce(excluded.same_network, r.same_network),
    last_fetched_at = greatest(r.fetched_at, r.last_fetched_at, excluded.fetched_at, excluded.last_fetched_at)
    where r.n < (select w.allowed from wanted w where w.asked_id = excluded.verification_id)
  returning verification_id, fetched_at, last_fetched_at, (r.n - r.granted)::int as before, r.n::int as n
), redeemed as materialized (
  select g.verification_id, g.fetched_at, g.before, g.n, w.ord, w.site_id, w.first_at from granted g join wanted w on w.asked_id = g.verification_id
), queued as (
  insert into captcha.pending_rollups (part, fetched, n, issued_ms, ${facts.map(([array]) => array).join(', ')})
  select ${partSql('l.site_id')}, true, count(*), array_agg((extract(epoch from l.issued_at) * 1000)::bigint),
    ${facts.map(([, column]) => `array_agg(l.${column})`).join(', ')}
  from redeemed r join looked_up l on l.ord = r.ord where r.before = 0 group by 1
), counted as (
  insert into captcha.pending_counts (part, site_ids, environment_ids, at_ms, kinds, ns)
  select ${partSql('l.site_id')}, array_agg(l.site_id), array_agg(l.environment_id), array_agg((extract(epoch from l.issued_at) * 1000)::bigint),
    array_agg(${countKind.fetchedAgain}::smallint), array_agg(r.n - greatest(r.before, 1))
  from redeemed r join looked_up l on l.ord = r.ord where r.n > greatest(r.before, 1) and l.decision <> ${decidedBy.indexOf('PROBE')} group by 1
), first_seen as (
  update captcha.sites s set first_fetched_at = (select min(r.first_at) from redeemed r where r.site_id = s.id)
  from (
    select id from captcha.sites
    where id in (select o.owner_id from owners o where o.is_new and o.owner_id in (select r.site_id from redeemed r)) and first_fetched_at is null
    order by id for no key update) f
  where s.id = f.id
), ranked as (
  select ord, row_number() over (partition by asked_id, found order by ord)::int as nth from looked_up
)
select v.ord, ${verificationColumns}, r.fetched_at as first_fetched_at, greatest(v.at, r.fetched_at) as last_fetched_at, r.before + k.nth as retrievals, v.same_network,
  case when not v.is_fresh then v.found when r.n >= r.before + k.nth then 'redeemed' else 'used' end as state
from looked_up v join ranked k on k.ord = v.ord left join redeemed r on r.verification_id = v.asked_id and v.is_fresh`
