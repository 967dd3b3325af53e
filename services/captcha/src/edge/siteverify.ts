import type { TokenMint, TokenReading } from '../token.ts'
import type { Redeem } from '../redeem.ts'
import type { SecretKeyCache } from '../keys/secret-key-cache.ts'
import type { Outcome, Reason, TestKind, Verification } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import type { FastifyRequest } from 'fastify'
import { isFailoverToken, type JudgeFailover } from '../failover/judge-failover.ts'
import type { SecretKeyOwner } from '../keys/secret-keys.ts'
import { testKindOfSecret } from '../test-keys/test-keys.ts'
import { isTestEnvironment, testResult } from '../test-keys/test-result.ts'

export interface SiteverifyPorts {
  readonly db: Database
  readonly secretKeys: SecretKeyCache
  readonly tokens: TokenMint
  readonly redeem: Redeem
  readonly judgeFailover: JudgeFailover
  readonly now: () => number
  readonly countRefused: (siteId: number, environmentId: number) => void
  /** Where a call comes from, past the proxies that are trusted. */
  readonly addressOf: (request: Pick<FastifyRequest, 'headers' | 'socket'>) => string
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
      readonly decision: Verification['decision']
      readonly check_ms: number
      readonly work_ms: number
      readonly 'error-codes': readonly string[]
    }

/** Answers a token in the shape of other captchas: a common code first, our precise one after it. */
export async function siteverify(ports: SiteverifyPorts, body: unknown, address: string): Promise<SiteverifyAnswer> {
  const fields = readFields(body)
  if (fields === null) return refused('bad-request')
  if (fields.secret === '') return refused('missing-input-secret')
  const test = testKindOfSecret(fields.secret)
  if (test !== undefined) return testAnswer(ports, test, fields.response)
  const owner = await ports.secretKeys.find(fields.secret, address)
  if (owner === null) return refused('invalid-input-secret')
  if (fields.response === '') return refused('missing-input-response')

  if (isFailoverToken(fields.response)) return failover(ports, owner, fields.response)

  const reading = ports.tokens.read(fields.response, ports.now() / 1000)
  if (reading.status !== 'valid') {
    ports.countRefused(owner.siteId, owner.environmentId ?? 0)
    return unreadable(reading.status)
  }
  // A key of all environments is compared with the site of the verification itself, which tokens of test keys do not have.
  const { environmentId } = reading.claims
  if (isTestEnvironment(environmentId) || (owner.environmentId !== null && environmentId !== owner.environmentId)) {
    ports.countRefused(owner.siteId, owner.environmentId ?? 0)
    return refused('invalid-input-response', 'token-of-other-site')
  }
  return redeem(ports, owner, reading.claims.verificationId)
}

async function redeem(ports: SiteverifyPorts, owner: SecretKeyOwner, verificationId: string): Promise<SiteverifyAnswer> {
  const result = await ports.redeem(owner, verificationId)
  switch (result.status) {
    case 'redeemed':
      return redeemed(result.verification)
    case 'used':
      return refused('timeout-or-duplicate', 'token-already-used')
    case 'key-revoked':
      return refused('invalid-input-secret')
    case 'other-site':
      return refused('invalid-input-response', 'token-of-other-site')
    // The row is gone or too old: by our clock the token is still valid, by the database it is not.
    case 'unknown':
    case 'expired':
      return refused('timeout-or-duplicate', 'token-expired')
    default:
      return result satisfies never
  }
}

/** What a widget wrote that could not reach us: its word counts for nothing, only our own record of outages. */
async function failover(ports: SiteverifyPorts, owner: SecretKeyOwner, token: string): Promise<SiteverifyAnswer> {
  const verdict = await ports.judgeFailover(owner, token)
  if (verdict.status === 'accepted') return redeem(ports, owner, verdict.verificationId)
  ports.countRefused(owner.siteId, owner.environmentId ?? 0)
  return refused(verdict.code === 'token-already-used' ? 'timeout-or-duplicate' : 'invalid-input-response', verdict.code)
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
    'error-codes': [],
  }
}

/** A test secret key takes any token but that of a real site: somebody has mixed up keys then, and should notice. */
function testAnswer({ tokens, now }: SiteverifyPorts, kind: TestKind, response: string): SiteverifyAnswer {
  if (response === '') return refused('missing-input-response')
  const reading = tokens.read(response, now() / 1000)
  if (reading.status === 'valid' && !isTestEnvironment(reading.claims.environmentId)) return refused('invalid-input-response', 'token-of-other-site')
  const result = testResult(kind, { verificationId: reading.status === 'valid' ? reading.claims.verificationId : null, now: now() })
  switch (result.status) {
    case 'redeemed':
      return redeemed(result.verification)
    case 'used':
      return refused('timeout-or-duplicate', 'token-already-used')
    case 'refused':
      return refused('invalid-input-response', 'test-key')
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
