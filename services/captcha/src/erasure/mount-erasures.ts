import { randomUUIDv7 } from 'node:crypto'
import { captchaRoutes } from '@bollard/contracts'
import { mountRoute, ProblemError } from '@bollard/http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { pageById, readIdCursor } from '../api/id-cursor.ts'
import type { AccessPorts, Actor, Caller } from '../api/require-site.ts'
import { requireSite } from '../api/require-site.ts'
import { describeErasure, findErasure, listErasures, requestErasure } from './erasures.ts'

/** The calls that erase verifications, and show how far that has come. */
export function mountErasures(
  app: FastifyInstance,
  ports: AccessPorts & { readonly now: () => number },
  actorOf: (request: FastifyRequest) => Actor | Caller,
): void {
  const { db, now } = ports

  mountRoute(app, captchaRoutes.createErasure, async ({ params, body, request }) => {
    const actor = actorOf(request)
    const site = await requireSite(ports, actor, params.solutionId, 'ADMIN', { evenReadOnly: true })
    const taken = await requestErasure(db, { id: randomUUIDv7(), siteId: site.id, request: body, createdBy: actor.userId, now: now() })
    if (taken === undefined) throw new ProblemError('quota-exceeded')
    return describeErasure(taken)
  })

  mountRoute(app, captchaRoutes.listErasures, async ({ params, query, request }) => {
    const site = await requireSite(ports, actorOf(request), params.solutionId, 'VIEWER')
    return pageById(await listErasures(db, { siteId: site.id, after: readIdCursor(query.cursor), limit: query.limit + 1 }), query.limit, describeErasure)
  })

  mountRoute(app, captchaRoutes.getErasure, async ({ params, request }) => {
    const site = await requireSite(ports, actorOf(request), params.solutionId, 'VIEWER')
    const erasure = await findErasure(db, { siteId: site.id, id: params.erasureId })
    if (erasure === undefined) throw new ProblemError('not-found')
    return describeErasure(erasure)
  })
}
