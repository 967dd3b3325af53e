import { limitRate, refuseCrossSite, requireSession } from '@bollard/http'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { mountInvitations, mountShownLinks } from './invitation-routes.ts'
import { mountMembers } from './member-routes.ts'
import { mountOrganizations } from './organization-routes.ts'
import { readRepeatable } from './request/repeatable.ts'
import type { Requests } from './request/requests.ts'
import type { SolutionContext } from './solution-context.ts'
import { mountSolutions } from './solution-routes.ts'

export interface RouteOptions {
  readonly allowedOrigins: readonly string[]
  /** Address of the person behind a request. */
  readonly clientIp: (request: FastifyRequest) => string
}

/** Every route of the service, area by area. */
export function solutionPlugin(context: SolutionContext, { allowedOrigins, clientIp }: RouteOptions): FastifyPluginAsync {
  const fromOf = (request: FastifyRequest) => ({
    ip: clientIp(request),
    userAgent: request.headers['user-agent'] ?? null,
    requestId: request.id,
  })
  const callOf: Requests['callOf'] = (request, what, body) => ({
    from: fromOf(request),
    repeatable: what === undefined ? null : readRepeatable(request.headers['idempotency-key'], what, body),
  })
  return async (app) => {
    refuseCrossSite(app, { allowedOrigins })
    await app.register(async (signedIn) => {
      const actorOf = requireSession(signedIn, context.findActor)
      limitRate(signedIn, {
        key: (request) => actorOf(request).userId,
        max: 200,
        windowSeconds: 10,
        now: () => context.now().getTime(),
      })
      mountSolutions(signedIn, context, { actorOf, callOf })
      mountOrganizations(signedIn, context, { actorOf, callOf })
      mountMembers(signedIn, context, { actorOf, callOf })
      mountInvitations(signedIn, context, { actorOf, callOf })
    })
    // Apart from the others, so that nothing here asks for a session.
    await app.register(async (anybody) => mountShownLinks(anybody, context, { callOf, addressOf: clientIp }))
  }
}
