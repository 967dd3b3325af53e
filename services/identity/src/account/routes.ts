import { identityAccountRoutes as routes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { RouteOptions, Scopes } from '../session/route-options.ts'
import { listAccountAudit } from './list-audit.ts'
import { getProfile, updateProfile } from './profile.ts'

/** One’s own profile and what happened to the account. */
export function mountAccountRoutes({ guarded }: Scopes, { context, callOf, actorOf }: RouteOptions): void {
  mountRoute(guarded, routes.getProfile, async ({ request }) => getProfile(context, actorOf(request)))
  mountRoute(guarded, routes.updateProfile, async ({ body, request }) =>
    updateProfile(context, actorOf(request), body, callOf(request)),
  )
  mountRoute(guarded, routes.listAccountAudit, async ({ query, request }) =>
    listAccountAudit(context, actorOf(request), query),
  )
}
