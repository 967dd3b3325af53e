import { identitySecurityRoutes as routes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { RouteOptions, Scopes } from '../session/route-options.ts'
import { confirmFactorRemoval } from './confirm.ts'
import { requestFactorRemoval } from './request.ts'
import { stopFactorRemoval, stopOwnFactorRemoval } from './stop.ts'

/** The removal of second factors that their owner has lost. */
export function mountFactorRemovalRoutes({ open, guarded }: Scopes, { context, callOf, actorOf }: RouteOptions): void {
  mountRoute(open, routes.requestFactorRemoval, async ({ request }) => requestFactorRemoval(context, callOf(request)))
  mountRoute(open, routes.confirmFactorRemoval, async ({ body, request }) =>
    confirmFactorRemoval(context, body.token, callOf(request)),
  )
  mountRoute(open, routes.stopFactorRemoval, async ({ body, request }) =>
    stopFactorRemoval(context, body.token, callOf(request)),
  )
  mountRoute(guarded, routes.stopOwnFactorRemoval, async ({ request }) =>
    stopOwnFactorRemoval(context, actorOf(request), callOf(request)),
  )
}
