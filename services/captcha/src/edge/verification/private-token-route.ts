import { captchaRoutes } from '@bollard/contracts'
import { mountRoute, ProblemError } from '@bollard/http'
import type { FastifyInstance } from 'fastify'
import { issuedAtOf } from '../../records/store/verification-id.ts'
import { bodyLimit } from '../request/json-bodies.ts'
import type { EdgeContext } from './edge-context.ts'

/** Without a configured authority the host is what a visitor says it is. */
const hostName = /^[\w.:[\]-]+$/u

/** Asks browsers that have an issuer of private tokens for one. Sites that have set no issuer do not have this address. */
export function mountPrivateToken(app: FastifyInstance, context: EdgeContext): void {
  mountRoute(
    app,
    captchaRoutes.getPrivateToken,
    async ({ params, body, request, reply }) => {
      reply.header('cache-control', 'no-store')
      const environment = await context.sites.find(body.siteKey)
      if (environment === null) throw new ProblemError('site-key-unknown')
      const { site } = environment
      // The widget asks from its frame, which is of our own origin; a page of the site may ask as well.
      const hostname = context.authority === null ? request.hostname : new URL(`https://${context.authority}`).hostname
      const origin = context.readOrigin(request.headers.origin)
      if (origin === null || !(environment.allows(origin.host) || origin.host === hostname))
        throw new ProblemError('origin-not-allowed')
      const { issuer } = site.credentials
      const verificationId = params.verificationId.toLowerCase()
      const endsAt = issuedAtOf(verificationId) + context.challengeLifetimeSeconds * 1000
      if (issuer === null || !hostName.test(hostname) || !(endsAt > context.now())) throw new ProblemError('not-found')
      const asked = { issuer, host: hostname, verificationId }
      const result = context.privateTokens.check(request.headers.authorization, asked)
      switch (result.status) {
        case 'verified':
          return {
            proof: context.privateTokens.proofFor({ siteId: site.id, verificationId }),
            expiresAt: new Date(endsAt).toISOString(),
          }
        case 'invalid':
          throw new ProblemError('private-token-invalid', result.reason)
        case 'none':
          reply.header('www-authenticate', context.privateTokens.challenge(asked))
          throw new ProblemError('private-token-required')
        default:
          return result satisfies never
      }
    },
    { bodyLimit },
  )
}
