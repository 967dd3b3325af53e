import { monitoringRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { SpaceScope } from '../access/open-gate.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { captchasAtIncident } from './captchas-at-incident.ts'

/** What captchas have to do with what is monitored. */
export function mountCaptchas(app: SpaceScope, context: MonitoringContext): void {
  mountRoute(app, monitoringRoutes.listCaptchasAtIncident, async ({ actor, entity, params }) => ({
    items: await captchasAtIncident(context, actor, { solutionId: entity.id, incidentId: params.incidentId }),
  }))
}
