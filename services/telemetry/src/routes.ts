import { callerOf, createProcessLimiter, guardRoutes, refuseCrossSite } from '@bollard/http'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { mountPageViewReading, mountPageViews } from './page-view/routes.ts'
import { mountPerformance, mountPerformanceReading } from './performance/routes.ts'
import { rateLimits } from './rate-limits.ts'
import { mountReplayReading, mountReplays } from './replay/routes.ts'
import type { TelemetryContext } from './telemetry-context.ts'

/**
 * Every route of the service, area by area. No page calls them from another origin: browsers report to the website, which knows whether
 * the visitor has agreed and calls from server to server.
 */
export function telemetryPlugin(
  context: TelemetryContext,
  clientIp: (request: FastifyRequest) => string,
): FastifyPluginAsync {
  const { now } = context
  const limiter = createProcessLimiter(rateLimits, now)
  return async (app) => {
    refuseCrossSite(app, { allowedOrigins: [] })
    await app.register(async (scope) => {
      const anybody = guardRoutes(scope, { clientIp, now })
      anybody.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
      mountPageViews(anybody, context, limiter)
      mountPerformance(anybody, context, limiter)
      mountReplays(anybody, context, limiter)
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
      mountPageViewReading(operators, context)
      mountPerformanceReading(operators, context)
      mountReplayReading(operators, context)
    })
  }
}
