import type { Database } from '@bollard/database'
import { plainArray } from './array-literal.ts'
import type { StoredVerification } from './stored-verification.ts'
import { verificationColumns } from './stored-verification.ts'

/** A customer's server asks for one result; `secretKeyId` is the key it asked with. */
export interface RedemptionRequest {
  readonly id: string
  readonly issuedAt: number
  readonly siteId: number
  readonly secretKeyId: number
  readonly now: number
  /** Results finished before this time have expired. */
  readonly finishedAfter: number
}

export type RedemptionResult =
  | { readonly status: 'redeemed'; readonly verification: StoredVerification }
  | { readonly status: 'used' | 'unknown' | 'expired' | 'key-revoked' }

/**
 * Redeems results, each at most once over all processes and time: the primary key of the
 * redemption decides. Answers in the order of the requests.
 */
export async function redeemResults(db: Database, requests: RedemptionRequest[]): Promise<RedemptionResult[]> {
  // Parallel requests for one result land in one batch; only the first may reach the database.
  const firstOf = new Map<string, number>()
  const results: RedemptionResult[] = requests.map(() => ({ status: 'used' }))
  const asked: number[] = []
  requests.forEach((request, index) => {
    const key = `${request.id} ${request.siteId} ${request.secretKeyId}`
    if (firstOf.has(key)) return
    firstOf.set(key, index)
    asked.push(index)
  })
  const sent = asked.flatMap((index) => requests[index] ?? [])
  const rows = await db.query<RedeemedRow>('captcha-redeem', statement, [
    plainArray(asked),
    plainArray(sent.map((request) => request.id)),
    plainArray(sent.map((request) => request.issuedAt)),
    plainArray(sent.map((request) => request.siteId)),
    plainArray(sent.map((request) => request.secretKeyId)),
    plainArray(sent.map((request) => request.now)),
    plainArray(sent.map((request) => request.finishedAfter)),
  ])
  for (const row of rows) results[row.ord] = row.state === 'redeemed' ? { status: 'redeemed', verification: row } : { status: row.state }
  repeatRefusals(requests, firstOf, results)
  return results
}

/** A repeated request whose first was refused for another reason than "used" gets that reason too. */
function repeatRefusals(requests: RedemptionRequest[], firstOf: Map<string, number>, results: RedemptionResult[]): void {
  requests.forEach((request, index) => {
    const first = firstOf.get(`${request.id} ${request.siteId} ${request.secretKeyId}`)
    const result = first === undefined || first === index ? undefined : results[first]
    if (result !== undefined && result.status !== 'redeemed') results[index] = result
  })
}

type RedeemedRow = StoredVerification & { ord: number; state: RedemptionResult['status'] }

const statement = `
with input as materialized (
  select ord, id as asked_id, to_timestamp(issued_ms / 1000.0) as issued_at, site_id, key_id, to_timestamp(now_ms / 1000.0) as at,
    to_timestamp(finished_after_ms / 1000.0) as finished_after
  from unnest($1::int[], $2::uuid[], $3::bigint[], $4::int[], $5::int[], $6::bigint[], $7::bigint[])
    as u(ord, id, issued_ms, site_id, key_id, now_ms, finished_after_ms)
), looked_up as materialized (
  select i.ord, i.at, i.site_id, ${verificationColumns},
    case
      when k.id is null then 'key-revoked'
      when v.id is null or v.site_id <> i.site_id then 'unknown'
      when v.finished_at <= i.finished_after then 'expired'
      else 'fresh'
    end as found
  from input i
  left join captcha.secret_keys k on k.id = i.key_id and k.site_id = i.site_id and k.revoked_at is null
  left join captcha.verifications v on v.id = i.asked_id and v.issued_at = i.issued_at and v.outcome < 3
), redeemed as (
  insert into captcha.redemptions (verification_id, issued_at, site_id, fetched_at)
  select id, issued_at, site_id, at from looked_up where found = 'fresh' order by id
  on conflict do nothing
  returning verification_id, site_id, fetched_at, date_bin('1 hour', fetched_at, 'epoch') as hour
), counted as (
  insert into captcha.counts_hourly as c (site_id, hour, kind, n)
  select site_id, hour, 14, count(*) from redeemed group by 1, 2 order by 1, 2
  on conflict (site_id, hour, kind) do update set n = c.n + excluded.n
), first_seen as (
  update captcha.sites s set first_fetched_at = f.at
  from (select site_id, min(fetched_at) as at from redeemed group by 1) f
  where s.id = f.site_id and s.first_fetched_at is null
)
select l.*, r.fetched_at as first_fetched_at,
  case when l.found <> 'fresh' then l.found when r.verification_id is null then 'used' else 'redeemed' end as state
from looked_up l left join redeemed r on r.verification_id = l.id`
