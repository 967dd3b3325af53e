import { captchaRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AccessPorts, Actor, Caller } from '../access/require-site.ts'
import { requireSite } from '../access/require-site.ts'
import { pageById, readIdCursor } from '../records/store/id-cursor.ts'
import { listOutages } from './outages.ts'

const shownMs = 90 * 86_400_000

/** The call that shows when widgets could not be served. */
export function mountOutages(
  app: FastifyInstance,
  ports: AccessPorts & { readonly now: () => number },
  actorOf: (request: FastifyRequest) => Actor | Caller,
): void {
  mountRoute(app, captchaRoutes.listOutages, async ({ params, query, request }) => {
    await requireSite(ports, actorOf(request), params.solutionId, 'VIEWER')
    const outages = await listOutages(ports.db, {
      endedAfter: new Date(ports.now() - shownMs),
      after: readIdCursor(query.cursor),
      limit: query.limit + 1,
    })
    return pageById(outages, query.limit, ({ id, from, to, cause }) => ({
      id,
      from: from.toISOString(),
      to: to?.toISOString() ?? null,
      cause,
    }))
  })
}
