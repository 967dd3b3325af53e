import { identityRoutes as routes } from '@bollard/contracts'
import { mountRoute, ProblemError } from '@bollard/http'
import { withCookies } from '../browser/read-call.ts'
import type { RouteOptions, Scopes } from '../session/route-options.ts'
import { confirmCode } from './confirm-code.ts'
import { createAccount } from './create-account.ts'
import { createFirstAdmin } from './create-first-admin.ts'
import { resendVerification } from './resend-verification.ts'
import { checkEmailVerification, verifyEmail } from './verify-email.ts'

/** New accounts, and the proof that their address belongs to who signed up. */
export function mountSignUpRoutes({ open }: Scopes, { context, callOf, forwardingOf }: RouteOptions): void {
  mountRoute(open, routes.createAccount, async ({ body, request }) => createAccount(context, body, callOf(request)))
  mountRoute(open, routes.createFirstAdmin, async ({ body, request, reply }) => {
    // Without TRUSTED_PROXIES everything else that goes by addresses would be wrong as well.
    if (forwardingOf(request) === 'untrusted')
      throw new ProblemError('forbidden', 'The request came through a proxy that TRUSTED_PROXIES does not name.')
    return withCookies(reply, await createFirstAdmin(context, body, callOf(request)))
  })
  mountRoute(open, routes.verifyEmail, async ({ body, request, reply }) =>
    withCookies(reply, await verifyEmail(context, body, callOf(request))),
  )
  mountRoute(open, routes.checkEmailVerification, async ({ body, request }) =>
    checkEmailVerification(context, body.token, callOf(request)),
  )
  mountRoute(open, routes.confirmEmailCode, async ({ body, request, reply }) =>
    withCookies(reply, await confirmCode(context, body, callOf(request))),
  )
  mountRoute(open, routes.resendEmailVerification, async ({ body, request }) =>
    resendVerification(context, body.email, callOf(request)),
  )
}
