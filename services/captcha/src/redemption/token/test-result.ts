import type { TestKind, Verification } from '@bollard/contracts'
import { testEnvironment } from '../../edge/sites/test-environments.ts'
import { createVerificationId, issuedAtOf } from '../../records/store/verification-id.ts'

/** What a test secret key makes of a token, whichever it is. */
export type TestResult =
  | { readonly status: 'redeemed'; readonly verification: Verification }
  | { readonly status: 'refused' | 'used' }

/** The same answer each time: nothing of it is stored, and nothing of a visitor is in it. */
export function testResult(
  kind: TestKind,
  { verificationId, score, now }: { verificationId: string | null; score?: number; now: number },
): TestResult {
  switch (kind) {
    case 'PASSES':
    case 'STEP_UP':
      return {
        status: 'redeemed',
        verification: verificationOf(kind, {
          verificationId: verificationId ?? createVerificationId(now, Buffer.alloc(10)),
          score,
          now,
        }),
      }
    case 'FAILS':
      return { status: 'refused' }
    case 'SPENT':
      return { status: 'used' }
    default:
      return kind satisfies never
  }
}

function verificationOf(
  kind: 'PASSES' | 'STEP_UP',
  { verificationId, score, now }: { verificationId: string; score: number | undefined; now: number },
): Verification {
  const issuedAt = issuedAtOf(verificationId)
  const at = new Date(Number.isNaN(issuedAt) ? now : issuedAt).toISOString()
  const fetchedAt = new Date(now).toISOString()
  return {
    verificationId,
    solutionId: '00000000-0000-7000-8000-000000000000',
    environment: null,
    decision: { type: 'TEST_KEY', rule: null, bypassKey: null },
    outcome: kind === 'PASSES' ? 'PASSED' : 'FLAGGED',
    passed: true,
    score: score ?? (kind === 'PASSES' ? 0.05 : 0.5),
    reasons: [],
    hostname: 'test-key.invalid',
    action: null,
    browser: 'Unknown',
    operatingSystem: 'Unknown',
    device: 'unknown',
    language: null,
    network: '0.0.0.0/0',
    country: null,
    asn: null,
    operator: null,
    networkKind: 'unknown',
    riskScoring: true,
    minimalData: false,
    startedAt: at,
    finishedAt: at,
    checkMs: 0,
    workMs: 0,
    workHashes: 0,
    workAlgorithm: 'sha256',
    rounds: kind === 'PASSES' ? 1 : 2,
    firstFetchedAt: fetchedAt,
    lastFetchedAt: fetchedAt,
    retrievals: 1,
    sameNetwork: null,
    feedback: null,
  }
}

/** Whether an environment number, as a token names it, is that of a test site key. */
export function isTestEnvironment(environmentId: number): boolean {
  return testEnvironment(environmentId) !== undefined
}
