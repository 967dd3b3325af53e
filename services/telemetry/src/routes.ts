import { createCallLimiter, operatorPlugin } from '@bollard/http'
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
  const limiter = createCallLimiter('telemetry', rateLimits, context)
  return operatorPlugin(
    { context, clientIp, limiter },
    {
      anybody(scope) {
        scope.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
        mountPageViews(scope, context, limiter)
        mountPerformance(scope, context, limiter)
        mountReplays(scope, context, limiter)
      },
      operators(scope) {
        mountPageViewReading(scope, context)
        mountPerformanceReading(scope, context)
        mountReplayReading(scope, context)
      },
    },
  )
}
