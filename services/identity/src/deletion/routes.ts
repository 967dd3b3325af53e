import { identityAccountRoutes as routes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { FastifyInstance } from 'fastify'
import type { PartDeps } from '../account/routes.ts'
import { previewDeletion } from './preview.ts'
import { requestDeletion } from './request.ts'
import { undoDeletion } from './undo.ts'
import { createExport, getExport, listExports, readExport } from '../export/exports.ts'

/** Export and deletion of one's own account. */
export function mountFarewellRoutes(app: FastifyInstance, { context, callerOf }: PartDeps): void {
  mountRoute(app, routes.createAccountExport, async ({ request }) => createExport(context, callerOf(request)))
  mountRoute(app, routes.listAccountExports, async ({ request }) => listExports(context, callerOf(request)))
  mountRoute(app, routes.getAccountExport, async ({ params, request }) =>
    getExport(context, callerOf(request), params.exportId),
  )
  mountRoute(app, routes.downloadAccountExport, async ({ params, request, reply }) => {
    const file = await readExport(context, callerOf(request), params.exportId)
    await reply
      .headers({
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="bollard-account.zip"',
      })
      .send(file)
  })
  mountRoute(app, routes.previewAccountDeletion, async ({ request }) => previewDeletion(context, callerOf(request)))
  mountRoute(app, routes.requestAccountDeletion, async ({ body, request }) =>
    requestDeletion(context, callerOf(request), body),
  )
  mountRoute(app, routes.undoAccountDeletion, async ({ body, request }) =>
    undoDeletion(context, callerOf(request), body.token),
  )
}
