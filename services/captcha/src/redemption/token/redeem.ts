import type { Verification } from '@bollard/contracts'
import { type Batcher, createBatcher, type Database } from '@bollard/database'
import type { ApiKeyOwner } from '../../access/api-keys/api-key-owners.ts'
import { redeemOnce } from '../../records/store/redeem-once.ts'
import { redeemResults, type RedemptionRequest, type RedemptionResult } from '../../records/store/redeem-results.ts'
import {
  type StoredVerification,
  toVerification,
  type VerificationContext,
} from '../../records/store/stored-verification.ts'
import { issuedAtOf } from '../../records/store/verification-id.ts'
import { createTurns } from './create-turns.ts'

export type Redeemed =
  | { readonly status: 'redeemed'; readonly verification: Verification }
  | { readonly status: Exclude<RedemptionResult['status'], 'redeemed'> }

/**
 * Takes the result of a verification for the owner of a secret key: as often, and as long, as the site's settings allow. With
 * an idempotency key (a UUID in lower case) the same call can be made again: it then answers the same and takes nothing.
 */
export type Redeem = (owner: RedeemOwner, verificationId: string, attempt?: Attempt) => Promise<Redeemed>
interface Attempt {
  readonly idempotencyKey?: string | undefined
  /** The network that the visitor of the customer's server has, as `networkOf` writes it; null where it says nothing. */
  readonly remote?: string | null
}
type RedeemOwner = Pick<ApiKeyOwner, 'siteId' | 'apiKeyId' | 'solutionId' | 'environmentId'>

/** Redemptions share statements; each is answered after the commit of its own. */
export function createRedeem(
  options: Omit<VerificationContext, 'solutionId'> & {
    db: Database
    now: () => number
    /** The environment is 0 where it is not known. */
    countRefused: (siteId: number, environmentId: number) => void
    /** A result was taken for the first time. */
    onFirst: (siteId: number, verification: StoredVerification) => void
  },
): { redeem: Redeem; drain: Batcher<RedemptionRequest, RedemptionResult>['drain'] } {
  const { db, now, groupOf, nameOfNetwork, countRefused, onFirst } = options
  const batcher = createBatcher<RedemptionRequest, RedemptionResult>({
    maxItems: 500,
    write: (requests) => redeemResults(db, requests),
  })
  /** What was begun and not answered yet: of parallel attempts with one key the database hears once. */
  const underWay = new Map<string, Promise<RedemptionResult>>()
  // Each holds a connection, of which everybody else needs one, too.
  const takeTurn = createTurns<number>({ most: 4, perKeyMax: 2 })
  function redeemWithKey(request: RedemptionRequest, idempotencyKey: string): Promise<RedemptionResult> {
    const name = `${request.apiKeyId} ${request.id} ${idempotencyKey}`
    const begun = underWay.get(name)
    if (begun !== undefined) return begun
    const result = takeTurn(request.siteId, () => redeemOnce(db, request, idempotencyKey)).finally(() =>
      underWay.delete(name),
    )
    underWay.set(name, result)
    return result
  }
  return {
    async redeem(
      { siteId, apiKeyId, solutionId, environmentId },
      verificationId,
      { idempotencyKey, remote = null } = {},
    ) {
      const issuedAt = issuedAtOf(verificationId)
      if (Number.isNaN(issuedAt)) return { status: 'unknown' }
      const request = { id: verificationId, issuedAt, siteId, apiKeyId, now: now(), remote }
      const result = await (idempotencyKey === undefined
        ? batcher.add(request)
        : redeemWithKey(request, idempotencyKey))
      if (result.status === 'redeemed') {
        if (result.verification.retrievals === 1) onFirst(siteId, result.verification)
        return {
          status: 'redeemed',
          verification: toVerification(result.verification, { solutionId, groupOf, nameOfNetwork }),
        }
      }
      countRefused(siteId, environmentId ?? 0)
      return { status: result.status }
    },
    async drain() {
      await Promise.allSettled(underWay.values())
      await batcher.drain()
    },
  }
}
