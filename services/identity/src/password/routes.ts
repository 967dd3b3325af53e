import { identitySecurityRoutes as routes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import { withCookies } from '../browser/read-call.ts'
import type { RouteOptions, Scopes } from '../session/route-options.ts'
import { changePassword } from './change.ts'
import { requestPasswordReset } from './request-reset.ts'
import { checkPasswordReset, resetPassword } from './reset.ts'

/** New passwords, with the old one or a link of a mail. */
export function mountPasswordRoutes({ open, guarded }: Scopes, { context, callOf, actorOf }: RouteOptions): void {
  mountRoute(guarded, routes.changePassword, async ({ body, request, reply }) =>
    withCookies(reply, { body: null, cookies: await changePassword(context, actorOf(request), body, callOf(request)) }),
  )
  mountRoute(open, routes.requestPasswordReset, async ({ body, request }) =>
    requestPasswordReset(context, body, callOf(request)),
  )
  mountRoute(open, routes.checkPasswordReset, async ({ body, request }) =>
    checkPasswordReset(context, body.token, callOf(request)),
  )
  mountRoute(open, routes.resetPassword, async ({ body, request }) => resetPassword(context, body, callOf(request)))
}
