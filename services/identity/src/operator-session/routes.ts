import { identityOperatorRoutes as routes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import { withCookies } from '../browser/read-call.ts'
import type { RouteOptions, Scopes } from '../session/route-options.ts'
import { openOperatorSession } from './open.ts'
import { endChangeMode, endOperatorSession, getOperatorSession, startChangeMode } from './use.ts'

/** The session of the admin site and its change mode. */
export function mountOperatorSessionRoutes({ guarded }: Scopes, { context, callOf, actorOf }: RouteOptions): void {
  mountRoute(guarded, routes.openOperatorSession, async ({ request, reply }) =>
    withCookies(reply, await openOperatorSession(context, actorOf(request), callOf(request))),
  )
  mountRoute(guarded, routes.getOperatorSession, async ({ request }) => getOperatorSession(context, actorOf(request)))
  mountRoute(guarded, routes.endOperatorSession, async ({ request, reply }) =>
    withCookies(reply, { body: null, cookies: await endOperatorSession(context, actorOf(request), callOf(request)) }),
  )
  mountRoute(guarded, routes.startChangeMode, async ({ body, request }) =>
    startChangeMode(context, actorOf(request), body, callOf(request)),
  )
  mountRoute(guarded, routes.endChangeMode, async ({ request }) =>
    endChangeMode(context, actorOf(request), callOf(request)),
  )
}
