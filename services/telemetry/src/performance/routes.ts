import { telemetryRoutes as routes } from '@bollard/contracts'
import { type GuardedScope, limitedIp, mountRoute, type RateLimiter } from '@bollard/http'
import type { TelemetryContext } from '../telemetry-context.ts'
import { listPagePerformance } from './list.ts'
import { recordPerformance } from './record.ts'

/** What pages measure of themselves. */
export function mountPerformance(
  app: GuardedScope,
  context: TelemetryContext,
  limiter: RateLimiter<'performanceEvents'>,
): void {
  mountRoute(app, routes.recordPerformance, async ({ body, call }) => {
    await limiter.take('performanceEvents', limitedIp(call.from.ip))
    await recordPerformance(context, body)
  })
}

/** The percentiles, for operators. */
export function mountPerformanceReading(app: GuardedScope, context: TelemetryContext): void {
  mountRoute(app, routes.listPagePerformance, async ({ query }) => listPagePerformance(context, query))
}
