import { identityAccountRoutes as routes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { RouteOptions, Scopes } from '../session/route-options.ts'
import { confirmEmailChange } from './confirm.ts'
import { describeEmailChange } from './describe.ts'
import { cancelEmailChange, requestEmailChange } from './request.ts'
import { testAddress } from './test-address.ts'
import { undoEmailChange } from './undo.ts'

/** Another address for an account. */
export function mountEmailChangeRoutes({ open, guarded }: Scopes, { context, callOf, actorOf }: RouteOptions): void {
  mountRoute(guarded, routes.requestEmailChange, async ({ body, request }) =>
    requestEmailChange(context, actorOf(request), body.email, callOf(request)),
  )
  mountRoute(guarded, routes.cancelEmailChange, async ({ request }) =>
    cancelEmailChange(context, actorOf(request), callOf(request)),
  )
  mountRoute(guarded, routes.testEmail, async ({ request }) => testAddress(context, actorOf(request), callOf(request)))
  mountRoute(open, routes.describeEmailChange, async ({ body, request }) =>
    describeEmailChange(context, body.token, callOf(request)),
  )
  mountRoute(open, routes.confirmEmailChange, async ({ body, request }) =>
    confirmEmailChange(context, body.token, callOf(request)),
  )
  mountRoute(open, routes.undoEmailChange, async ({ body, request }) =>
    undoEmailChange(context, body.token, callOf(request)),
  )
}
