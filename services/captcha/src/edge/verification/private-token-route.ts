import { captchaRoutes } from '@bollard/contracts'
import { mountRoute, ProblemError } from '@bollard/http'
import type { FastifyInstance } from 'fastify'
import { issuedAtOf } from '../../records/store/verification-id.ts'
import type { EdgePorts } from './edge-context.ts'
import { bodyLimit } from '../../redemption/bodies/parse-bodies.ts'

/** Without a configured authority the host is what a visitor says it is. */
const hostName = /^[\w.:[\]-]+$/u

/** Asks browsers that have an issuer of private tokens for one. Sites that have set no issuer do not have this address. */
export function mountPrivateToken(app: FastifyInstance, ports: EdgePorts): void {
  mountRoute(
    app,
    captchaRoutes.getPrivateToken,
    async ({ params, body, request, reply }) => {
      reply.header('cache-control', 'no-store')
      const environment = await ports.sites.find(body.siteKey)
      if (environment === null) throw new ProblemError('site-key-unknown')
      const { site } = environment
      // The widget asks from its frame, which is of our own origin; a page of the site may ask as well.
      const hostname = ports.authority === null ? request.hostname : new URL(`https://${ports.authority}`).hostname
      const origin = ports.readOrigin(request.headers.origin)
      if (origin === null || !(environment.allows(origin.host) || origin.host === hostname))
        throw new ProblemError('origin-not-allowed')
      const { issuer } = site.credentials
      const verificationId = params.verificationId.toLowerCase()
      const endsAt = issuedAtOf(verificationId) + ports.challengeLifetimeSeconds * 1000
      if (issuer === null || !hostName.test(hostname) || !(endsAt > ports.now())) throw new ProblemError('not-found')
      const asked = { issuer, host: hostname, verificationId }
      const result = ports.privateTokens.check(request.headers.authorization, asked)
      switch (result.status) {
        case 'verified':
          return {
            proof: ports.privateTokens.proofFor({ siteId: site.id, verificationId }),
            expiresAt: new Date(endsAt).toISOString(),
          }
        case 'invalid':
          throw new ProblemError('private-token-invalid', result.reason)
        case 'none':
          reply.header('www-authenticate', ports.privateTokens.challenge(asked))
          throw new ProblemError('private-token-required')
        default:
          return result satisfies never
      }
    },
    { bodyLimit },
  )
}
