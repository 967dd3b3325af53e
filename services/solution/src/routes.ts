import {
  callerOf,
  createCallLimiter,
  createRepeatedCalls,
  type Gate,
  guardRoutes,
  limitedIp,
  refuseCrossSite,
} from '@bollard/http'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { findStandingForGate, type Standing } from './access/entity.ts'
import { noteVisit } from './access/note-visit.ts'
import { mountAgreements } from './agreement/routes.ts'
import { mountInvitations, mountShownInvitations } from './invitation/routes.ts'
import { mountInviteTokens, mountShownInviteTokens } from './invite-token/routes.ts'
import { mountLocks } from './lock/routes.ts'
import { mountMembers } from './member/routes.ts'
import { mountOrganizations } from './organization/routes.ts'
import { rateLimits } from './rate-limits.ts'
import { mountSolutions } from './solution/routes.ts'
import type { SolutionContext } from './solution-context.ts'

export interface RouteOptions {
  readonly allowedOrigins: readonly string[]
  /** Address of the person behind a request. */
  readonly clientIp: (request: FastifyRequest) => string
}

/** Every route of the service, area by area. */
export function solutionPlugin(
  context: SolutionContext,
  { allowedOrigins, clientIp }: RouteOptions,
): FastifyPluginAsync {
  const { now, db } = context
  const shared = { clientIp, now } satisfies Gate
  const limiter = createCallLimiter('solution', rateLimits, context)
  const account = (request: FastifyRequest) => callerOf(request).userId
  const limits = {
    exportSolution: limiter.hook('exportSolution', account),
    verification: limiter.hook('verification', account),
    takeZoneChange: (solutionId: string) => limiter.take('changeTimeZone', solutionId),
  }
  return async (app) => {
    refuseCrossSite(app, { allowedOrigins })
    await app.register(async (child) => {
      const signedIn = guardRoutes<Standing>(child, {
        ...shared,
        findCaller: (request) => context.identity.findActor(request.headers.cookie),
        findStanding: (caller, entity) => findStandingForGate(context, caller, entity),
        noteVisit: (operator, entity, from) => noteVisit(context, operator, entity, from),
        repeatedCalls: createRepeatedCalls({ db, schema: 'solution', now }),
      })
      signedIn.addHook('onRequest', limiter.hook('signedIn', account))
      mountSolutions(signedIn, context, limits)
      mountAgreements(signedIn, context)
      mountLocks(signedIn, context)
      mountOrganizations(signedIn, context, limits)
      mountMembers(signedIn, context)
      mountInvitations(signedIn, context)
      mountInviteTokens(signedIn, context)
    })
    // Apart from the others, so that nothing here asks for a session.
    await app.register(async (child) => {
      const anybody = guardRoutes(child, shared)
      anybody.addHook(
        'onRequest',
        limiter.hook('shownLinks', (request) => limitedIp(clientIp(request))),
      )
      anybody.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
      mountShownInvitations(anybody, context)
      mountShownInviteTokens(anybody, context)
    })
  }
}
