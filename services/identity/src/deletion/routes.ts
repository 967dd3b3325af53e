import { identityAccountRoutes as routes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { RouteOptions, Scopes } from '../session/route-options.ts'
import { previewDeletion } from './preview.ts'
import { requestDeletion } from './request.ts'
import { undoDeletion } from './undo.ts'

/** The end of an account. */
export function mountDeletionRoutes({ open, guarded }: Scopes, { context, callOf, actorOf }: RouteOptions): void {
  mountRoute(guarded, routes.previewAccountDeletion, async ({ request }) => previewDeletion(context, actorOf(request)))
  mountRoute(guarded, routes.requestAccountDeletion, async ({ body, request }) =>
    requestDeletion(context, actorOf(request), body, callOf(request)),
  )
  mountRoute(open, routes.undoAccountDeletion, async ({ body, request }) =>
    undoDeletion(context, body.token, callOf(request)),
  )
}
