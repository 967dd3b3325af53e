import { type FailoverClaim, failoverTokenPrefix } from '@bollard/contracts'
import type { ApiKeyOwner } from '../../access/api-keys/api-key-owners.ts'
import { isAccepted } from '../../outage/judge-failover.ts'
import { listOutages } from '../../outage/outages.ts'
import type { ResultTerms } from '../../records/store/find-result-terms.ts'
import type { RedemptionContext } from '../token/redemption-context.ts'

/** Longer than any outage is accepted after its end. */
const lookedAtMs = 3_600_000

export type ClaimedFailover =
  | { readonly status: 'accepted'; readonly verificationId: string }
  | { readonly status: 'client-reported-outage' | 'retrieval-limit' | 'verification-not-found' }

/**
 * Judges an id that a visitor's browser has made up when it could not reach the service. It says nothing of when that was, so
 * it counts for an outage that lasts or has just ended; after that it is judged like our own widget's
 * tokens: by the record of outages alone, by what the owner allows, once, and only so many a minute.
 */
export async function claimFailover(
  context: RedemptionContext,
  owner: ApiKeyOwner,
  { siteKey }: ResultTerms,
  id: string,
): Promise<ClaimedFailover> {
  const now = context.now()
  const recent = await listOutages(context.databaseOf(owner.siteId), {
    endedAfter: new Date(now - lookedAtMs),
    after: null,
    limit: 100,
  })
  const latest = recent.find((outage) => isAccepted(outage, now))
  if (latest === undefined || siteKey === null) return { status: 'client-reported-outage' }
  const claim: FailoverClaim = {
    siteKey,
    at: new Date(Math.min(now, latest.to?.getTime() ?? now)).toISOString(),
    id: Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url'),
    reason: 'unreachable',
  }
  const token = failoverTokenPrefix + Buffer.from(JSON.stringify(claim)).toString('base64url')
  const verdict = await context.judgeFailover(owner, token)
  if (verdict.status === 'accepted') return verdict
  switch (verdict.code) {
    case 'token-already-used':
    case 'rate-limited':
      return { status: 'retrieval-limit' }
    case 'failover-refused':
    case 'client-reported-outage':
      return { status: 'client-reported-outage' }
    case 'token-malformed':
    case 'token-of-other-site':
      return { status: 'verification-not-found' }
    default:
      return verdict.code satisfies never
  }
}
