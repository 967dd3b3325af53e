import { monitoringRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { SpaceScope } from '../access/open-gate.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { createWindow, deleteWindow, listWindows, updateWindow } from './windows.ts'

/** Planned work. */
export function mountMaintenance(app: SpaceScope, context: MonitoringContext): void {
  mountRoute(app, monitoringRoutes.listMaintenance, async ({ entity }) => listWindows(context, entity.id))
  mountRoute(app, monitoringRoutes.createMaintenance, async ({ actor, entity, body, call }) =>
    createWindow(context, actor, { ...body, solutionId: entity.id }, call),
  )
  mountRoute(app, monitoringRoutes.updateMaintenance, async ({ actor, entity, params, body, call }) =>
    updateWindow(context, actor, { ...body, solutionId: entity.id, id: params.maintenanceId.toLowerCase() }, call),
  )
  mountRoute(app, monitoringRoutes.deleteMaintenance, async ({ actor, entity, params, call }) =>
    deleteWindow(context, actor, { solutionId: entity.id, id: params.maintenanceId.toLowerCase() }, call),
  )
}
