import { monitoringRoutes } from '@bollard/contracts'
import { callerOf, mountRoute } from '@bollard/http'
import type { SpaceScope } from '../access/open-gate.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { changeServices } from './change-many.ts'
import { createService } from './create.ts'
import { deleteService } from './delete.ts'
import { listServices, readService } from './stored-services.ts'
import { tryCheck } from './try-check.ts'
import { updateService } from './update.ts'

/** A configuration of a check can be as large as the body that it sends. */
const bodyLimit = 262_144

/** What is monitored, and how. */
export function mountServices(app: SpaceScope, context: MonitoringContext): void {
  const { db } = context
  mountRoute(app, monitoringRoutes.listMonitoredServices, async ({ entity, query }) =>
    listServices(db, entity.id, query),
  )
  mountRoute(
    app,
    monitoringRoutes.createMonitoredService,
    async ({ actor, entity, body, call }) => createService(context, actor, { ...body, solutionId: entity.id }, call),
    { bodyLimit },
  )
  mountRoute(app, monitoringRoutes.getMonitoredService, async ({ entity, params }) =>
    readService(db, entity.id, params.serviceId),
  )
  mountRoute(
    app,
    monitoringRoutes.updateMonitoredService,
    async ({ actor, entity, params, body, call }) =>
      updateService(context, actor, { ...body, solutionId: entity.id, id: params.serviceId.toLowerCase() }, call),
    { bodyLimit },
  )
  mountRoute(app, monitoringRoutes.deleteMonitoredService, async ({ actor, entity, params, call }) =>
    deleteService(context, actor, { solutionId: entity.id, id: params.serviceId.toLowerCase() }, call),
  )
  mountRoute(app, monitoringRoutes.changeMonitoredServices, async ({ actor, entity, body, call }) =>
    changeServices(context, actor, { ...body, solutionId: entity.id }, call),
  )
  mountRoute(
    app,
    monitoringRoutes.tryMonitoredService,
    async ({ actor, entity, body }) => tryCheck(context, actor, { ...body, solutionId: entity.id }),
    { bodyLimit, onRequest: context.limiter.hook('tryCheck', (request) => callerOf(request).userId) },
  )
}
