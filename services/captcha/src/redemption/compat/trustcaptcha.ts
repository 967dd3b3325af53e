import {
  compatPaths,
  type TrustcaptchaAssessment,
  type TrustcaptchaCode,
  trustcaptchaCodes,
  type TrustcaptchaResult,
  type Verification,
} from '@bollard/contracts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ApiKeyOwner } from '../../access/api-keys/api-key-owners.ts'
import { testKindOfSecret } from '../../access/test-keys/test-keys.ts'
import { findResultTerms, type ResultTerms } from '../../records/store/find-result-terms.ts'
import { issuedAtOf } from '../../records/store/verification-id.ts'
import type { RedemptionContext } from '../token/redemption-context.ts'
import { testResult } from '../token/test-result.ts'
import { answerAnyCall } from './answer-any-call.ts'
import { claimFailover } from './claim-failover.ts'
import { knownScore, originOf } from './word-figures.ts'

type Answer =
  | { readonly status: 'found'; readonly verification: Verification; readonly ttlMinutes: number }
  | { readonly status: TrustcaptchaCode }

const resultPath =
  /^(?:\/v2\/verifications\/(?=[^/]+\/results)|\/verifications\/(?=[^/]+\/assessments))([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/\w+\/?(?:\?|$)/iu
const defaultTtlMinutes = 15
/** Clocks of processes differ a little. */
const toleranceMs = 10_000

/** What a test key says of the ids that are published for tests, by their last digit. A real key knows none of them. */
const testIds = [
  'found',
  'verification-not-found',
  'verification-not-finished',
  'result-expired',
  'retrieval-limit',
] as const
const testIdPattern = /^00000000-0000-0000-0000-00000000000([0-4])$/u
/** Documented as "ak_xxxxx…". */
const publishedTestKey = /^ak_x{5,100}$/u

/** TrustCaptcha: version 2 of its API, and version 1 for older libraries. */
export function mountTrustcaptcha(app: FastifyInstance, context: RedemptionContext): void {
  const versions = [
    { path: compatPaths.trustcaptcha, word, keyOf: bearerOf },
    { path: compatPaths.trustcaptchaV1, word: wordForV1, keyOf: plainKeyOf },
  ] as const
  for (const { path, word: wordResult, keyOf } of versions)
    answerAnyCall(app, {
      // All of what lies below, since the router turns down parameters beyond a length, which clients would take for a fault of ours.
      path: `${path.split('{')[0]}*`,
      methods: ['GET'],
      async handle(request, reply) {
        const answer = await answerOf(context, request, keyOf(request))
        if (answer.status === 'found') return wordResult(answer.verification, answer.ttlMinutes)
        const { status, body } = refuse(answer.status)
        reply.code(status)
        return body
      },
      refuse: (fault) => refuse(fault === 'wrong-method' ? 'method-not-allowed' : 'unavailable'),
    })
}

async function answerOf(context: RedemptionContext, request: FastifyRequest, secretKey: string): Promise<Answer> {
  const id = verificationIdOf(request)
  const reportsOutage = new URLSearchParams(request.raw.url?.split('?')[1]).get('clientFailover') === 'true'
  const kind = publishedTestKey.test(secretKey) ? 'PASSES' : testKindOfSecret(secretKey)
  if (kind !== undefined) return reportsOutage ? { status: 'client-reported-outage' } : answerForTest(context, kind, id)
  const owner = await context.apiKeys.find(secretKey, context.addressOf(request))
  if (owner === null) return { status: 'api-key-invalid' }
  if (id === null) return { status: 'verification-not-found' }
  const terms = await findResultTerms(context.databaseOf(owner.siteId), owner.siteId, owner.environmentId)
  if (terms === null) return { status: 'api-key-invalid' }
  const answer = await redeem(context, owner, terms, id)
  const isUnknown = answer.status === 'verification-not-found' || answer.status === 'verification-not-finished'
  if (!reportsOutage || !isUnknown) return answer
  const claimed = await claimFailover(context, owner, terms, id)
  return claimed.status === 'accepted'
    ? redeem(context, owner, terms, claimed.verificationId)
    : { status: claimed.status }
}

async function redeem(
  context: RedemptionContext,
  owner: ApiKeyOwner,
  { ttlMinutes }: ResultTerms,
  id: string,
): Promise<Answer> {
  const redeemed = await context.redeem(owner, id)
  switch (redeemed.status) {
    case 'redeemed':
      return { status: 'found', verification: redeemed.verification, ttlMinutes }
    case 'used':
      return { status: 'retrieval-limit' }
    case 'expired':
      return { status: 'result-expired' }
    // This protocol has no code for locks; what helps is the same as with a key that was revoked.
    case 'locked':
    case 'key-revoked':
      return { status: 'api-key-invalid' }
    // Whose it is otherwise is nobody's business.
    case 'other-site':
      return { status: 'verification-not-found' }
    case 'unknown':
      return { status: mayStillEnd(context, id) ? 'verification-not-finished' : 'verification-not-found' }
    default:
      return redeemed satisfies never
  }
}

/** Nothing is stored of a challenge until it is answered, so its age must do; a second challenge begins within the life of the first. */
function mayStillEnd({ challengeLifetimeSeconds, now }: RedemptionContext, id: string): boolean {
  const age = now() - issuedAtOf(id)
  return age >= -toleranceMs && age < challengeLifetimeSeconds * 2_000
}

async function answerForTest(
  context: RedemptionContext,
  kind: NonNullable<ReturnType<typeof testKindOfSecret>>,
  id: string | null,
): Promise<Answer> {
  if (id === null) return { status: 'verification-not-found' }
  const published = testIds[Number(testIdPattern.exec(id)?.[1])]
  if (published !== undefined && published !== 'found') return { status: published }
  // A test key knows nothing of real visitors: somebody has mixed up keys then, and should notice.
  if (await context.isRecorded(id)) return { status: 'verification-not-found' }
  const result = testResult(kind, { verificationId: id, now: context.now() })
  if (result.status === 'redeemed')
    return { status: 'found', verification: result.verification, ttlMinutes: defaultTtlMinutes }
  return { status: result.status === 'used' ? 'retrieval-limit' : 'verification-not-found' }
}

function word(verification: Verification, ttlMinutes: number): TrustcaptchaResult {
  const { decision, outcome, finishedAt } = verification
  return {
    captchaId: verification.solutionId,
    verificationId: verification.verificationId,
    verificationPassed: verification.passed,
    score: knownScore(verification.score),
    decisionType: decision.type,
    decisionAction:
      (decision.type === 'RULE' ? decision.rule?.action : undefined) ??
      ({ PASSED: 'ALLOW', FLAGGED: 'FLAG', REFUSED: 'BLOCK' } as const)[outcome],
    gatewayFailoverActive: decision.type === 'FAILOVER',
    riskScoringEnabled: verification.riskScoring,
    minimalDataModeEnabled: verification.minimalData,
    origin: originOf(verification.hostname),
    // No more than the network is kept of an address.
    ipAddress: verification.network.split('/')[0] ?? '',
    // Their libraries for strict languages know no null; this is the code of the Unicode CLDR for an unknown region.
    countryCode: verification.country ?? 'ZZ',
    deviceFamily: verification.device,
    operatingSystem: verification.operatingSystem,
    browser: verification.browser,
    verificationStartedAt: verification.startedAt,
    verificationFinishedAt: finishedAt,
    resultExpiresAt: new Date(Date.parse(finishedAt) + ttlMinutes * 60_000).toISOString(),
    resultFirstFetchedAt: verification.firstFetchedAt,
    resultLastFetchedAt: verification.lastFetchedAt,
  }
}

function wordForV1(verification: Verification, ttlMinutes: number): TrustcaptchaAssessment {
  const result = word(verification, ttlMinutes)
  return {
    captchaId: result.captchaId,
    verificationId: result.verificationId,
    score: result.score,
    reason: result.decisionType,
    mode: result.minimalDataModeEnabled ? 'minimal' : 'standard',
    origin: result.origin,
    ipAddress: result.ipAddress,
    deviceFamily: result.deviceFamily,
    operatingSystem: result.operatingSystem,
    browser: result.browser,
    creationTimestamp: result.verificationStartedAt,
    releaseTimestamp: result.verificationFinishedAt,
    retrievalTimestamp: result.resultLastFetchedAt ?? result.verificationFinishedAt,
    verificationPassed: result.verificationPassed,
  }
}

function refuse(code: TrustcaptchaCode) {
  const { http, when } = trustcaptchaCodes[code]
  return { status: http, body: { code, message: when.en } }
}

function verificationIdOf({ raw }: FastifyRequest): string | null {
  return resultPath.exec(raw.url ?? '')?.[1]?.toLowerCase() ?? null
}

function plainKeyOf({ headers }: FastifyRequest): string {
  const key = headers['tc-authorization']
  return typeof key === 'string' ? key : ''
}

function bearerOf({ headers }: FastifyRequest): string {
  const [scheme = '', secretKey = ''] = (headers.authorization ?? '').split(' ')
  return scheme.toLowerCase() === 'bearer' ? secretKey : ''
}
