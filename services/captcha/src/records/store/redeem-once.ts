import type { Database, Queries } from '@bollard/database'
import { redeemResults, type RedemptionRequest, type RedemptionResult } from './redeem-results.ts'
import { type StoredVerification, verificationColumns } from './stored-verification.ts'

/**
 * Redeems a result for one attempt of a customer, named by a UUID: whoever tries again under the same name, in any process and
 * at the same time even, gets the same answer, and it counts once. Under another name it is another attempt.
 */
export async function redeemOnce(
  db: Database,
  request: RedemptionRequest,
  idempotencyKey: string,
): Promise<RedemptionResult> {
  return db.transaction(async (tx) => {
    // Those who try at the same time take turns.
    await tx.query('captcha-redeem-once-turn', `select pg_advisory_xact_lock(hashtextextended($1, 7))`, [
      `${request.id} ${idempotencyKey}`,
    ])
    const earlier = await findEarlier(tx, request, idempotencyKey)
    if (earlier !== undefined) return { status: 'redeemed', verification: earlier }
    const [result = { status: 'unknown' }] = await redeemResults(tx, [request])
    if (result.status === 'redeemed') {
      await tx.query(
        'captcha-redeem-once-note',
        `update captcha.redemptions set idempotency_keys = array_append(idempotency_keys, $3::uuid) where verification_id = $1 and issued_at = $2`,
        [request.id, new Date(request.issuedAt), idempotencyKey],
      )
    }
    return result
  })
}

/** What this attempt was answered before, as long as the result may be taken, for the same site and with a key that still holds. */
async function findEarlier(
  tx: Queries,
  { id, issuedAt, siteId, apiKeyId, now }: RedemptionRequest,
  idempotencyKey: string,
): Promise<StoredVerification | undefined> {
  const [row] = await tx.query(
    'captcha-redeem-once-earlier',
    `select ${verificationColumns}, r.fetched_at as first_fetched_at, coalesce(r.last_fetched_at, r.fetched_at) as last_fetched_at, r.n::int as retrievals, r.same_network
     from captcha.redemptions r
     join captcha.verifications v on v.id = r.verification_id and v.issued_at = r.issued_at and v.outcome < 3
     join captcha.sites s on s.id = v.site_id
     join captcha.api_keys k on k.site_id = s.id and k.revoked_at is null and (k.expires_at is null or k.expires_at > $5)
       and (k.environment_id is null or k.environment_id = v.environment_id)
       and (s.results_refused_until is null or k.created_at > s.results_refused_until)
     where r.verification_id = $1 and r.issued_at = $2 and v.site_id = $3 and k.id = $4
       and v.finished_at + make_interval(mins => coalesce((s.settings ->> 'resultTtlMinutes')::int, 15)) > $5
       and r.idempotency_keys @> array[$6::uuid]`,
    [id, new Date(issuedAt), siteId, apiKeyId, new Date(now), idempotencyKey],
  )
  return row
}
