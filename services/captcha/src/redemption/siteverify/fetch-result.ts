import { captchaRoutes, type TestKind, type Verification } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { FastifyRequest } from 'fastify'
import { testKindOfSecret } from '../../access/test-keys/test-keys.ts'
import { testResult } from '../token/test-result.ts'
import type { SiteverifyContext } from './siteverify.ts'

const { params: paramsSchema } = captchaRoutes.getVerificationResult

/** The result for the holder of an API key of the site; it counts as a retrieval, like siteverify. */
export async function fetchResult(
  context: SiteverifyContext,
  request: FastifyRequest<{ Params: { verificationId: string } }>,
): Promise<Verification> {
  const [scheme = '', given = ''] = (request.headers.authorization ?? '').split(' ')
  const secretKey = scheme.toLowerCase() === 'bearer' ? given : ''
  const params = paramsSchema.safeParse(request.params)
  const test = testKindOfSecret(secretKey)
  if (test !== undefined && params.success)
    return fetchTestResult(context, test, params.data.verificationId.toLowerCase())
  const owner = await context.apiKeys.find(secretKey, context.addressOf(request))
  if (owner === null) throw new ProblemError('secret-key-invalid')
  if (!params.success) throw new ProblemError('verification-not-found')
  const redeemed = await context.redeem(owner, params.data.verificationId.toLowerCase())
  switch (redeemed.status) {
    case 'redeemed':
      context.pageTokens.redeemed(owner.siteId, redeemed.verification.verificationId)
      return redeemed.verification
    case 'used':
      throw new ProblemError('retrieval-limit')
    case 'expired':
      throw new ProblemError('result-expired')
    case 'key-revoked':
      throw new ProblemError('secret-key-invalid')
    case 'locked':
      throw new ProblemError('solution-locked')
    // Whose it is otherwise is nobody's business.
    case 'other-site':
    case 'unknown':
      throw new ProblemError('verification-not-found')
    default:
      return redeemed satisfies never
  }
}

/** A test secret key knows nothing of real visitors: somebody has mixed up keys then, and should notice. */
async function fetchTestResult(
  { isRecorded, now }: SiteverifyContext,
  kind: TestKind,
  verificationId: string,
): Promise<Verification> {
  if (await isRecorded(verificationId)) throw new ProblemError('verification-not-found')
  const answer = testResult(kind, { verificationId, now: now() })
  if (answer.status === 'redeemed') return answer.verification
  throw new ProblemError(answer.status === 'used' ? 'retrieval-limit' : 'verification-not-found')
}
