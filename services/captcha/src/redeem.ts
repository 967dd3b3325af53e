import type { Verification } from '@bollard/contracts'
import type { Batcher, Database } from '@bollard/database'
import { createBatcher } from '@bollard/database'
import type { SecretKeyOwner } from './store/secret-keys.ts'
import type { RedemptionRequest, RedemptionResult } from './store/redeem-results.ts'
import { redeemResults } from './store/redeem-results.ts'
import { toVerification } from './store/stored-verification.ts'
import { issuedAtOf } from './verification-id.ts'

export type Redeemed =
  | { readonly status: 'redeemed'; readonly verification: Verification }
  | { readonly status: Exclude<RedemptionResult['status'], 'redeemed'> }

/** Takes the result of a verification for the owner of a secret key: once. */
export type Redeem = (owner: SecretKeyOwner, verificationId: string) => Promise<Redeemed>

/** Redemptions share statements; each is answered after the commit of its own. */
export function createRedeem(options: {
  db: Database
  now: () => number
  /** How long after its end a result can be taken. */
  lifetimeMs: number
  groupOf: (code: string) => string
  countRefused: (siteId: number) => void
}): { redeem: Redeem; drain: Batcher<RedemptionRequest, RedemptionResult>['drain'] } {
  const batcher = createBatcher<RedemptionRequest, RedemptionResult>({ maxItems: 500, write: (requests) => redeemResults(options.db, requests) })
  return {
    async redeem(owner, verificationId) {
      const issuedAt = issuedAtOf(verificationId)
      if (Number.isNaN(issuedAt)) return { status: 'unknown' }
      const now = options.now()
      const { siteId, secretKeyId, solutionId } = owner
      const result = await batcher.add({ id: verificationId, issuedAt, siteId, secretKeyId, now, finishedAfter: now - options.lifetimeMs })
      if (result.status === 'redeemed') return { status: 'redeemed', verification: toVerification(result.verification, solutionId, options.groupOf) }
      options.countRefused(siteId)
      return { status: result.status }
    },
    drain: () => batcher.drain(),
  }
}
