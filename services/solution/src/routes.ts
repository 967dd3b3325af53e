import { callerOf, createRepeatedCalls, type Gate, guardRoutes, limitRate, refuseCrossSite } from '@bollard/http'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { findStandingForGate, type Standing } from './access/entity.ts'
import { mountAgreements } from './agreement/routes.ts'
import { mountInvitations, mountShownInvitations } from './invitation/routes.ts'
import { mountInviteTokens, mountShownInviteTokens } from './invite-token/routes.ts'
import { mountLocks } from './lock/routes.ts'
import { mountMembers } from './member/routes.ts'
import { mountOrganizations } from './organization/routes.ts'
import { mountSolutions } from './solution/routes.ts'
import type { SolutionContext } from './solution-context.ts'

export interface RouteOptions {
  readonly allowedOrigins: readonly string[]
  /** Address of the person behind a request. */
  readonly clientIp: (request: FastifyRequest) => string
}

/** What is limited where; each counts in this process, for a person or an address. */
export const rateLimits = {
  /** All calls of a person together. */
  everything: { max: 200, windowSeconds: 10 },
  /** Calls of an address that come with a link instead of a session. */
  shownLinks: { max: 60, windowSeconds: 60 },
  /** It reads all that there is. */
  exportSolution: { max: 10, windowSeconds: 600 },
  /** Each may ask a server of somebody else. */
  verification: { max: 20, windowSeconds: 60 },
} as const

/** Every route of the service, area by area. */
export function solutionPlugin(
  context: SolutionContext,
  { allowedOrigins, clientIp }: RouteOptions,
): FastifyPluginAsync {
  const { now, db } = context
  const shared = { clientIp, now } satisfies Gate
  const perPerson = { key: (request: FastifyRequest) => callerOf(request).userId, now: () => now().getTime() }
  const limits = {
    exportSolution: { ...rateLimits.exportSolution, ...perPerson },
    verification: { ...rateLimits.verification, ...perPerson },
  }
  return async (app) => {
    refuseCrossSite(app, { allowedOrigins })
    await app.register(async (child) => {
      const signedIn = guardRoutes<Standing>(child, {
        ...shared,
        findCaller: (request) => context.identity.findActor(request.headers.cookie),
        findStanding: (caller, entity) => findStandingForGate(context, caller, entity),
        repeatedCalls: createRepeatedCalls({ db, schema: 'solution', now }),
      })
      limitRate(signedIn, { ...rateLimits.everything, ...perPerson })
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
      limitRate(anybody, { ...rateLimits.shownLinks, key: clientIp, now: () => now().getTime() })
      anybody.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
      mountShownInvitations(anybody, context)
      mountShownInviteTokens(anybody, context)
    })
  }
}
