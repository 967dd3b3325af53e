import { identityAccountRoutes as routes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { RouteOptions, Scopes } from '../session/route-options.ts'
import { createExport, getExport, listExports, readExport } from './exports.ts'

/** Everything that is stored about an account, as a file. */
export function mountExportRoutes({ guarded }: Scopes, { context, callOf, actorOf }: RouteOptions): void {
  mountRoute(guarded, routes.createAccountExport, async ({ request }) =>
    createExport(context, actorOf(request), callOf(request)),
  )
  mountRoute(guarded, routes.listAccountExports, async ({ request }) => listExports(context, actorOf(request)))
  mountRoute(guarded, routes.getAccountExport, async ({ params, request }) =>
    getExport(context, actorOf(request), params.exportId),
  )
  mountRoute(guarded, routes.downloadAccountExport, async ({ params, request, reply }) => {
    const file = await readExport(context, actorOf(request), params.exportId)
    await reply
      .headers({
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="bollard-account.zip"',
      })
      .send(file)
  })
}
