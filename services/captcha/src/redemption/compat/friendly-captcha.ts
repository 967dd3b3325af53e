import { compatPaths, type FriendlyCaptchaCode, friendlyCaptchaCodes } from '@bollard/contracts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { testSecretOf } from '../../access/test-keys/test-keys.ts'
import { bodyEntries, gatherFields } from '../bodies/read-fields.ts'
import { judgeToken } from '../token/judge-token.ts'
import type { RedemptionContext } from '../token/redemption-context.ts'
import { answerAnyCall, bytesOf } from './answer-any-call.ts'
import type { CodesOf } from './form-protocol.ts'
import { originOf } from './word-figures.ts'

const codes: CodesOf<FriendlyCaptchaCode> = {
  'secret-missing': 'auth_required',
  'secret-invalid': 'auth_invalid',
  // Not a refused key: clients let forms pass then, and nobody is to pass with results of somebody else's key.
  'solution-locked': 'response_invalid',
  'response-missing': 'response_missing',
  'site-key-unknown': 'sitekey_invalid',
  'site-key-mismatch': 'sitekey_invalid',
  'token-malformed': 'response_invalid',
  'token-signature-invalid': 'response_invalid',
  'token-of-other-site': 'response_invalid',
  'test-token': 'response_invalid',
  'real-token': 'response_invalid',
  'test-key': 'response_invalid',
  'failover-refused': 'response_invalid',
  'client-reported-outage': 'response_invalid',
  'rate-limited': 'response_invalid',
  // This protocol has no field for the visitor's address.
  'other-network': 'response_invalid',
  'token-expired': 'response_timeout',
  'token-already-used': 'response_duplicate',
  // This protocol has no such field.
  'idempotency-key-invalid': 'bad_request',
}

/**
 * Friendly Captcha, version 2. Its clients let a form pass unless they are answered 200, so whatever a visitor can bring about
 * by what they send must be 200: a response that is no text or comes twice, and one that makes the body too large.
 */
export function mountFriendlyCaptcha(app: FastifyInstance, context: RedemptionContext): void {
  answerAnyCall(app, {
    path: compatPaths.friendlyCaptcha,
    methods: ['POST'],
    // Before the body is read: what somebody without a key sends is nobody's business.
    async onRequest(request, reply) {
      const apiKey = apiKeyOf(request)
      const isKnown =
        testSecretOf(apiKey) !== undefined || (await context.apiKeys.find(apiKey, context.addressOf(request))) !== null
      if (isKnown) return
      const { status, body } = refuse(apiKey === '' ? 'auth_required' : 'auth_invalid')
      return reply.code(status).send(body)
    },
    async handle(request, reply) {
      const entries = await bodyEntries(bytesOf(request), request.headers['content-type'])
      if (entries === null) return answer(reply, refuse('bad_request'))
      const fields = gatherFields(entries)
      if (fields === null) return answer(reply, refuse('response_invalid'))
      const { response, sitekey: siteKey } = fields
      const outcome = await judgeToken(context, {
        secret: apiKeyOf(request),
        response,
        siteKey,
        address: context.addressOf(request),
      })
      if (outcome.status !== 'redeemed') return answer(reply, refuse(codes[outcome.status], outcome.status))
      const { verificationId, startedAt, hostname } = outcome.verification
      return {
        success: true,
        data: {
          event_id: verificationId,
          challenge: { timestamp: startedAt, origin: originOf(hostname) },
          risk_intelligence: null,
        },
      }
    },
    refuse(fault) {
      switch (fault) {
        case 'unreadable':
          return refuse('bad_request')
        case 'wrong-method':
          return refuse('method_not_allowed')
        case 'too-large':
          return refuse('response_invalid', 'too-large')
        case 'unavailable':
          return refuse('internal_server_error')
        default:
          return fault satisfies never
      }
    },
  })
}

function apiKeyOf({ headers }: FastifyRequest): string {
  const value = headers['x-api-key']
  return typeof value === 'string' ? value : ''
}

function answer(reply: { code(status: number): unknown }, { status, body }: ReturnType<typeof refuse>): object {
  reply.code(status)
  return body
}

/** `detail` is for whoever reads it, so our own precise code stands there too. */
function refuse(code: FriendlyCaptchaCode, precise?: string) {
  const { http, when } = friendlyCaptchaCodes[code]
  return {
    status: http,
    body: {
      success: false,
      error: { error_code: code, detail: precise === undefined ? when.en : `${when.en} (${precise})` },
    },
  }
}
