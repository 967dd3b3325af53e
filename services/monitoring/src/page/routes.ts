import { monitoringRoutes } from '@bollard/contracts'
import { callerOf, mountRoute } from '@bollard/http'
import type { SpaceScope } from '../access/open-gate.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { proveHost } from './prove-host.ts'
import { listPages, readPage } from './stored-pages.ts'
import { createPage, deletePage, updatePage } from './write-page.ts'

/** A picture and two hundred components fit. */
const bodyLimit = 262_144

/** Status pages as their owners set them up. */
export function mountPages(app: SpaceScope, context: MonitoringContext): void {
  const { db } = context
  mountRoute(app, monitoringRoutes.listStatusPages, async ({ entity }) => listPages(db, entity.id))
  mountRoute(
    app,
    monitoringRoutes.createStatusPage,
    async ({ actor, entity, body, call }) => createPage(context, actor, { ...body, solutionId: entity.id }, call),
    { bodyLimit },
  )
  mountRoute(app, monitoringRoutes.getStatusPage, async ({ entity, params }) =>
    readPage(db, entity.id, params.statusPageId),
  )
  mountRoute(
    app,
    monitoringRoutes.updateStatusPage,
    async ({ actor, entity, params, body, call }) =>
      updatePage(context, actor, { ...body, solutionId: entity.id, id: params.statusPageId.toLowerCase() }, call),
    { bodyLimit },
  )
  mountRoute(
    app,
    monitoringRoutes.proveStatusHost,
    async ({ actor, entity, params, call }) =>
      proveHost(context, actor, { solutionId: entity.id, id: params.statusPageId.toLowerCase() }, call),
    { onRequest: context.limiter.hook('hostProofs', (request) => callerOf(request).userId) },
  )
  mountRoute(app, monitoringRoutes.deleteStatusPage, async ({ actor, entity, params, call }) =>
    deletePage(context, actor, { solutionId: entity.id, id: params.statusPageId.toLowerCase() }, call),
  )
}
