import { identitySecurityRoutes as routes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { RouteOptions, Scopes } from '../session/route-options.ts'
import { confirmTotp } from './confirm-totp.ts'
import { createRecoveryCodes } from './create-recovery-codes.ts'
import { getSecurity } from './get-security.ts'
import { removeTotp } from './remove-totp.ts'
import { startTotp } from './start-totp.ts'
import { undoNewFactor } from './undo-new-factor.ts'

/** How an account is protected, its authenticator app and its recovery codes. */
export function mountSecondFactorRoutes({ open, guarded }: Scopes, { context, callOf, actorOf }: RouteOptions): void {
  mountRoute(guarded, routes.getSecurity, async ({ request }) => getSecurity(context, actorOf(request)))
  mountRoute(guarded, routes.startTotp, async ({ request }) => startTotp(context, actorOf(request), callOf(request)))
  mountRoute(guarded, routes.confirmTotp, async ({ body, request }) =>
    confirmTotp(context, actorOf(request), body.code, callOf(request)),
  )
  mountRoute(guarded, routes.deleteTotp, async ({ request }) => removeTotp(context, actorOf(request), callOf(request)))
  mountRoute(guarded, routes.createRecoveryCodes, async ({ request }) =>
    createRecoveryCodes(context, actorOf(request), callOf(request)),
  )
  mountRoute(open, routes.undoNewFactor, async ({ body, request }) =>
    undoNewFactor(context, body.token, callOf(request)),
  )
}
