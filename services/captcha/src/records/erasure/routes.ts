import { randomUUIDv7 } from 'node:crypto'
import { captchaRoutes } from '@bollard/contracts'
import { mountRoute, ProblemError } from '@bollard/http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { pageById, readIdCursor } from '../store/id-cursor.ts'
import { type Actor, type Caller, requireSite } from '../../access/require-site.ts'
import { recordChange } from '../audit/record-change.ts'
import { type EditorPorts, requireEditor } from '../../access/require-editor.ts'
import { describeErasure, findErasure, listErasures, requestErasure } from './erasures.ts'

/** The calls that erase verifications, and show how far that has come. */
export function mountErasures(
  app: FastifyInstance,
  ports: EditorPorts & { readonly now: () => number },
  actorOf: (request: FastifyRequest) => Actor | Caller,
): void {
  const { db, now } = ports

  mountRoute(app, captchaRoutes.createErasure, async ({ params, body, request }) => {
    const editor = await requireEditor(ports, request, actorOf(request), params.solutionId, 'ADMIN', {
      evenReadOnly: true,
    })
    const at = now()
    return db.transaction(async (tx) => {
      const taken = await requestErasure(tx, {
        id: randomUUIDv7(),
        siteId: editor.site.id,
        request: body,
        createdBy: editor.userId,
        now: at,
      })
      if (taken === undefined) throw new ProblemError('quota-exceeded')
      // What a request names is forgotten with what it erases, so the log must not keep it.
      const after = { scope: taken.scope, ...(body.before !== undefined && { before: body.before }) }
      await recordChange(tx, editor, new Date(at), {
        action: 'erasure.requested',
        target: { kind: 'erasure', id: taken.id },
        after,
      })
      return describeErasure(taken)
    })
  })

  mountRoute(app, captchaRoutes.listErasures, async ({ params, query, request }) => {
    const site = await requireSite(ports, actorOf(request), params.solutionId, 'VIEWER')
    return pageById(
      await listErasures(db, { siteId: site.id, after: readIdCursor(query.cursor), limit: query.limit + 1 }),
      query.limit,
      describeErasure,
    )
  })

  mountRoute(app, captchaRoutes.getErasure, async ({ params, request }) => {
    const site = await requireSite(ports, actorOf(request), params.solutionId, 'VIEWER')
    const erasure = await findErasure(db, { siteId: site.id, id: params.erasureId })
    if (erasure === undefined) throw new ProblemError('not-found')
    return describeErasure(erasure)
  })
}
