import { callerOf, createProcessLimiter, guardRoutes, refuseCrossSite } from '@bollard/http'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { mountAbuse } from './abuse/routes.ts'
import { mountFlags, mountNotice } from './flag/routes.ts'
import { mountJobs } from './job/routes.ts'
import { mountMails } from './mail/routes.ts'
import type { OperationsContext } from './operations-context.ts'
import { mountQueues } from './queue/routes.ts'
import { rateLimits } from './rate-limits.ts'
import { mountSystem } from './system/routes.ts'

/** Every route of the service, area by area. No page calls them from another origin; the sites call from server to server. */
export function operationsPlugin(
  context: OperationsContext,
  clientIp: (request: FastifyRequest) => string,
): FastifyPluginAsync {
  const { now } = context
  const limiter = createProcessLimiter(rateLimits, now)
  return async (app) => {
    refuseCrossSite(app, { allowedOrigins: [] })
    await app.register(async (scope) => {
      mountNotice(guardRoutes(scope, { clientIp, now }), context, limiter)
    })
    await app.register(async (scope) => {
      const operators = guardRoutes(scope, {
        findCaller: (request) => context.identity.findActor(request.headers.cookie),
        clientIp,
        now,
      })
      operators.addHook(
        'onRequest',
        limiter.hook('signedIn', (request) => callerOf(request).userId),
      )
      mountJobs(operators, context)
      mountQueues(operators, context)
      mountMails(operators, context)
      mountFlags(operators, context)
      mountAbuse(operators, context)
      mountSystem(operators, context)
    })
  }
}
