import { monitoringRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { SpaceScope } from '../access/open-gate.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { createSchedule, deleteSchedule, listSchedules, putSchedule } from '../on-call/schedules.ts'
import { createRule, deleteRule, listRules, putRule } from './rules.ts'
import { acknowledgeAlert, listAlerts } from './stored-alerts.ts'

/** What raises alerts, who is told of them, and which there are. */
export function mountAlerts(app: SpaceScope, context: MonitoringContext): void {
  const { db } = context
  mountRoute(app, monitoringRoutes.listAlertRules, async ({ entity }) => listRules(db, entity.id))
  mountRoute(app, monitoringRoutes.createAlertRule, async ({ actor, entity, body, call }) =>
    createRule(context, actor, { ...body, solutionId: entity.id }, call),
  )
  mountRoute(app, monitoringRoutes.putAlertRule, async ({ actor, entity, params, body, call }) =>
    putRule(context, actor, { ...body, solutionId: entity.id, id: params.alertRuleId.toLowerCase() }, call),
  )
  mountRoute(app, monitoringRoutes.deleteAlertRule, async ({ actor, entity, params, call }) =>
    deleteRule(context, actor, { solutionId: entity.id, id: params.alertRuleId.toLowerCase() }, call),
  )
  mountRoute(app, monitoringRoutes.listMonitoringAlerts, async ({ entity, query }) => listAlerts(db, entity.id, query))
  mountRoute(app, monitoringRoutes.acknowledgeAlert, async ({ actor, entity, params, call }) =>
    acknowledgeAlert(context, actor, { solutionId: entity.id, id: params.alertId.toLowerCase() }, call),
  )
  mountRoute(app, monitoringRoutes.listOnCallSchedules, async ({ entity }) => listSchedules(context, entity.id))
  mountRoute(app, monitoringRoutes.createOnCallSchedule, async ({ actor, entity, body, call }) =>
    createSchedule(context, actor, { ...body, solutionId: entity.id }, call),
  )
  mountRoute(app, monitoringRoutes.putOnCallSchedule, async ({ actor, entity, params, body, call }) =>
    putSchedule(context, actor, { ...body, solutionId: entity.id, id: params.scheduleId.toLowerCase() }, call),
  )
  mountRoute(app, monitoringRoutes.deleteOnCallSchedule, async ({ actor, entity, params, call }) =>
    deleteSchedule(context, actor, { solutionId: entity.id, id: params.scheduleId.toLowerCase() }, call),
  )
}
