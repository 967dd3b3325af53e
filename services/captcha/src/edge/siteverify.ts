import type { TokenMint, TokenReading } from '../token.ts'
import type { Redeem } from '../redeem.ts'
import type { SecretKeyCache } from '../secret-key-cache.ts'
import type { Outcome, Reason } from '@bollard/contracts'
import type { Database } from '@bollard/database'

export interface SiteverifyPorts {
  readonly db: Database
  readonly secretKeys: SecretKeyCache
  readonly tokens: TokenMint
  readonly redeem: Redeem
  readonly now: () => number
  readonly countRefused: (siteId: number) => void
}

export type SiteverifyAnswer =
  | { readonly success: false; readonly 'error-codes': readonly string[] }
  | {
      readonly success: true
      readonly challenge_ts: string
      readonly hostname: string
      readonly action: string | null
      readonly score: number
      readonly verification_id: string
      readonly reasons: Reason[]
      readonly outcome: Outcome
      readonly check_ms: number
      readonly work_ms: number
      readonly 'error-codes': readonly string[]
    }

/** Answers a token in the shape of other captchas: a common code first, our precise one after it. */
export async function siteverify(ports: SiteverifyPorts, body: unknown): Promise<SiteverifyAnswer> {
  const fields = readFields(body)
  if (fields === null) return refused('bad-request')
  if (fields.secret === '') return refused('missing-input-secret')
  const owner = await ports.secretKeys.find(fields.secret)
  if (owner === null) return refused('invalid-input-secret')
  if (fields.response === '') return refused('missing-input-response')

  const reading = ports.tokens.read(fields.response, ports.now() / 1000)
  if (reading.status !== 'valid') {
    ports.countRefused(owner.siteId)
    return unreadable(reading.status)
  }
  if (reading.claims.siteId !== owner.siteId) {
    ports.countRefused(owner.siteId)
    return refused('invalid-input-response', 'token-of-other-site')
  }
  const result = await ports.redeem(owner, reading.claims.verificationId)
  switch (result.status) {
    case 'redeemed': {
      const { verification } = result
      return {
        success: true,
        challenge_ts: verification.startedAt,
        hostname: verification.hostname,
        action: verification.action,
        score: verification.score,
        verification_id: verification.verificationId,
        reasons: verification.reasons,
        outcome: verification.outcome,
        check_ms: verification.checkMs,
        work_ms: verification.workMs,
        'error-codes': [],
      }
    }
    case 'used':
      return refused('timeout-or-duplicate', 'token-already-used')
    case 'key-revoked':
      return refused('invalid-input-secret')
    // The row is gone or too old: by our clock the token is still valid, by the database it is not.
    case 'unknown':
    case 'expired':
      return refused('timeout-or-duplicate', 'token-expired')
    default:
      return result satisfies never
  }
}

function unreadable(status: Exclude<TokenReading['status'], 'valid'>): SiteverifyAnswer {
  switch (status) {
    case 'malformed':
      return refused('invalid-input-response', 'token-malformed')
    case 'signature-invalid':
      return refused('invalid-input-response', 'token-signature-invalid')
    case 'expired':
      return refused('timeout-or-duplicate', 'token-expired')
    default:
      return status satisfies never
  }
}

function refused(...codes: string[]): SiteverifyAnswer {
  return { success: false, 'error-codes': codes }
}

/** The two fields that matter as text, empty when missing; null when the body is nothing to read fields from. */
function readFields(body: unknown): { secret: string; response: string } | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null
  const secret = 'secret' in body ? body.secret : ''
  const response = 'response' in body ? body.response : ''
  if (typeof secret !== 'string' || typeof response !== 'string' || secret.length > 200) return null
  return { secret, response: response.length > 2_048 ? 'too long' : response }
}
