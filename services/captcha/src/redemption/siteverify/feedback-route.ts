import { captchaRoutes, type Feedback } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import { mountRoute, ProblemError } from '@bollard/http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ApiKeyCache } from '../../access/api-keys/api-key-cache.ts'
import type { ApiKeyOwner } from '../../access/api-keys/api-key-owners.ts'
import { bodyLimit } from '../../edge/request/json-bodies.ts'
import { type BlamedVerification, reportFeedback } from '../../records/store/feedback.ts'
import { issuedAtOf } from '../../records/store/verification-id.ts'

export interface FeedbackContext {
  /** The database of the cell that a site is in. */
  readonly databaseOf: (siteId: number) => Database
  readonly apiKeys: Pick<ApiKeyCache, 'find'>
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** A visitor was a bot: what its network brought here counts less. */
  readonly blame: (siteId: number, verification: BlamedVerification) => void
  /** Where a call comes from, past the proxies that are trusted. */
  readonly addressOf: (request: Pick<FastifyRequest, 'headers' | 'socket'>) => string
}

/** What a customer's server learnt of a visitor later on, such as "the order was fraud". Mounted where JSON bodies are parsed. */
export function mountFeedback(
  app: FastifyInstance,
  { databaseOf, apiKeys, now, addressOf, blame }: FeedbackContext,
): void {
  const owners = new WeakMap<FastifyRequest, ApiKeyOwner>()
  mountRoute(
    app,
    captchaRoutes.reportFeedback,
    async ({ params, body, request, reply }): Promise<Feedback> => {
      reply.header('cache-control', 'no-store')
      const owner = owners.get(request)
      if (owner === undefined) throw new ProblemError('secret-key-invalid')
      const id = params.verificationId.toLowerCase()
      const issuedAt = issuedAtOf(id)
      if (Number.isNaN(issuedAt)) throw new ProblemError('verification-not-found')
      const reported = await reportFeedback(
        databaseOf(owner.siteId),
        { siteId: owner.siteId, id, issuedAt: new Date(issuedAt) },
        { apiKeyId: owner.apiKeyId, label: body.label, comment: body.comment ?? null, at: new Date(now()) },
      )
      switch (reported.status) {
        case 'stored':
          if (body.label === 'BOT') blame(owner.siteId, reported)
          return reported.feedback
        case 'key-revoked':
          throw new ProblemError('secret-key-invalid')
        case 'unknown':
          throw new ProblemError('verification-not-found')
        default:
          return reported satisfies never
      }
    },
    {
      bodyLimit,
      // Before the body is read: what somebody without a key sends is nobody's business.
      onRequest: async (request) => {
        const owner = await apiKeys.find(bearerOf(request), addressOf(request))
        if (owner === null) throw new ProblemError('secret-key-invalid')
        owners.set(request, owner)
      },
    },
  )
}

/** The secret key of `authorization: Bearer …`, empty when there is none. */
function bearerOf(request: FastifyRequest): string {
  const [scheme = '', secretKey = ''] = (request.headers.authorization ?? '').split(' ')
  return scheme.toLowerCase() === 'bearer' ? secretKey : ''
}
