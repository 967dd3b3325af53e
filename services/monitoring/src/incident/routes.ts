import { monitoringRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { SpaceScope } from '../access/open-gate.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { answerIncident } from './answer.ts'
import { listIncidents, readIncident } from './stored-incidents.ts'

/** What has gone wrong, and what people say about it. */
export function mountIncidents(app: SpaceScope, context: MonitoringContext): void {
  const { db } = context
  mountRoute(app, monitoringRoutes.listMonitoringIncidents, async ({ entity, query }) =>
    listIncidents(db, entity.id, query),
  )
  mountRoute(app, monitoringRoutes.getMonitoringIncident, async ({ entity, params }) =>
    readIncident(db, entity.id, params.incidentId),
  )
  mountRoute(app, monitoringRoutes.answerMonitoringIncident, async ({ actor, entity, params, body, call }) =>
    answerIncident(context, actor, { solutionId: entity.id, id: params.incidentId.toLowerCase(), answer: body }, call),
  )
}
