import type { Outcome, Reason, SiteverifyCode, Verification } from '@bollard/contracts'
import { readFields } from '../bodies/read-fields.ts'
import { judgeToken, type TokenFault } from '../token/judge-token.ts'
import type { RedemptionContext } from '../token/redemption-context.ts'

export type SiteverifyContext = RedemptionContext

export type SiteverifyAnswer =
  | { readonly success: false; readonly 'error-codes': readonly SiteverifyCode[] }
  | {
      readonly success: true
      readonly challenge_ts: string
      readonly hostname: string
      readonly action: string | null
      /** 0 = person, 1 = bot; null where nobody was judged, as while the service was away. */
      readonly score: number | null
      readonly verification_id: string
      readonly reasons: Reason[]
      readonly outcome: Outcome
      readonly decision: Verification['decision']
      readonly check_ms: number
      readonly work_ms: number
      /** Whether `remoteip` is in the network that solved the challenge; null where none was given, or the two cannot be compared. */
      readonly same_network: boolean | null
      readonly 'error-codes': readonly string[]
    }

/** A common code first, our precise one after it. */
const codes: Readonly<Record<TokenFault, readonly SiteverifyCode[]>> = {
  'secret-missing': ['missing-input-secret'],
  'secret-invalid': ['invalid-input-secret'],
  'solution-locked': ['invalid-input-secret', 'solution-locked'],
  'response-missing': ['missing-input-response'],
  'idempotency-key-invalid': ['bad-request', 'idempotency-key-invalid'],
  'site-key-unknown': ['bad-request', 'site-key-unknown'],
  'site-key-mismatch': ['invalid-input-secret', 'site-key-mismatch'],
  'token-malformed': ['invalid-input-response', 'token-malformed'],
  'token-signature-invalid': ['invalid-input-response', 'token-signature-invalid'],
  'token-expired': ['timeout-or-duplicate', 'token-expired'],
  'token-already-used': ['timeout-or-duplicate', 'token-already-used'],
  'token-of-other-site': ['invalid-input-response', 'token-of-other-site'],
  'test-token': ['invalid-input-response', 'token-of-other-site'],
  'real-token': ['invalid-input-response', 'token-of-other-site'],
  'test-key': ['invalid-input-response', 'test-key'],
  'failover-refused': ['invalid-input-response', 'failover-refused'],
  'client-reported-outage': ['invalid-input-response', 'client-reported-outage'],
  'rate-limited': ['invalid-input-response', 'rate-limited'],
  'other-network': ['invalid-input-response', 'other-network'],
}

/** Answers about a token in the shape of other captchas, with all that we know of the visitor. `body` is parsed JSON. */
export async function siteverify(
  context: SiteverifyContext,
  body: unknown,
  address: string,
): Promise<SiteverifyAnswer> {
  const fields = readFields(body)
  if (fields === null) return { success: false, 'error-codes': ['bad-request'] }
  const { secret, response, sitekey: siteKey, idempotency_key: idempotencyKey, remoteip } = fields
  const outcome = await judgeToken(context, { secret, response, siteKey, idempotencyKey, remoteip, address })
  return outcome.status === 'redeemed'
    ? redeemed(outcome.verification)
    : { success: false, 'error-codes': codes[outcome.status] }
}

function redeemed(verification: Verification): SiteverifyAnswer {
  return {
    success: true,
    challenge_ts: verification.startedAt,
    hostname: verification.hostname,
    action: verification.action,
    score: verification.score,
    verification_id: verification.verificationId,
    reasons: verification.reasons,
    outcome: verification.outcome,
    decision: verification.decision,
    check_ms: verification.checkMs,
    work_ms: verification.workMs,
    same_network: verification.sameNetwork,
    'error-codes': [],
  }
}
