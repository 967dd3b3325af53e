import { telemetryRoutes as routes } from '@bollard/contracts'
import { type GuardedScope, limitedIp, mountRoute, type RateLimiter } from '@bollard/http'
import type { TelemetryContext } from '../telemetry-context.ts'
import { countPageView } from './count.ts'
import { listPageViews, listViewShares } from './list.ts'

/** What opened pages report, whoever reads them. */
export function mountPageViews(app: GuardedScope, context: TelemetryContext, limiter: RateLimiter<'pageViews'>): void {
  mountRoute(app, routes.countPageView, async ({ body, call }) => {
    await limiter.take('pageViews', limitedIp(call.from.ip))
    await countPageView(context, body, call)
  })
}

/** The counts, for operators. */
export function mountPageViewReading(app: GuardedScope, context: TelemetryContext): void {
  mountRoute(app, routes.listPageViews, async ({ query }) => listPageViews(context, query))
  mountRoute(app, routes.listViewShares, async ({ query }) => listViewShares(context, query))
}
