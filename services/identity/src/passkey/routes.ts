import { identitySecurityRoutes as routes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { RouteOptions, Scopes } from '../session/route-options.ts'
import { addPasskey } from './add.ts'
import { removePasskey } from './remove.ts'
import { renamePasskey } from './rename.ts'
import { startPasskey } from './start.ts'

/** The passkeys of an account. */
export function mountPasskeyRoutes({ guarded }: Scopes, { context, callOf, actorOf }: RouteOptions): void {
  mountRoute(guarded, routes.startPasskey, async ({ request }) => startPasskey(context, actorOf(request)))
  mountRoute(guarded, routes.addPasskey, async ({ body, request }) =>
    addPasskey(context, actorOf(request), body, callOf(request)),
  )
  mountRoute(guarded, routes.renamePasskey, async ({ params, body, request }) =>
    renamePasskey(context, actorOf(request), { ...params, ...body }, callOf(request)),
  )
  mountRoute(guarded, routes.deletePasskey, async ({ params, request }) =>
    removePasskey(context, actorOf(request), params.passkeyId, callOf(request)),
  )
}
