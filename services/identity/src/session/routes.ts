import { identityRoutes as routes, identitySecurityRoutes as security } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import { withCookies } from '../browser/read-call.ts'
import { deleteCurrentSession, deleteOtherSessions, deleteSession } from './delete.ts'
import { getCurrentSession } from './get-current.ts'
import { listSessions } from './list.ts'
import type { RouteOptions, Scopes } from './route-options.ts'

/** Where one is signed in. */
export function mountSessionRoutes({ open, guarded }: Scopes, { context, callOf, actorOf }: RouteOptions): void {
  mountRoute(guarded, routes.getCurrentSession, async ({ request, reply }) =>
    withCookies(reply, await getCurrentSession(context, actorOf(request), callOf(request))),
  )
  // Signing out clears the cookie also where the session has ended already.
  mountRoute(open, routes.deleteCurrentSession, async ({ request, reply }) =>
    withCookies(reply, { body: null, cookies: await deleteCurrentSession(context, callOf(request)) }),
  )
  mountRoute(guarded, security.listSessions, async ({ request }) => listSessions(context, actorOf(request)))
  mountRoute(guarded, security.deleteSession, async ({ params, request, reply }) =>
    withCookies(reply, {
      body: null,
      cookies: await deleteSession(context, actorOf(request), params.sessionId, callOf(request)),
    }),
  )
  mountRoute(guarded, security.deleteOtherSessions, async ({ request }) =>
    deleteOtherSessions(context, actorOf(request), callOf(request)),
  )
}
