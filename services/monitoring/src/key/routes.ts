import { monitoringRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { SpaceScope } from '../access/open-gate.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { createKey, listKeys, revokeKey } from './keys.ts'
import { createProbe, listPlaces, listProbes, revokeProbe } from './probes.ts'

/** Keys of the API and tokens of probes. */
export function mountKeys(app: SpaceScope, context: MonitoringContext): void {
  mountRoute(app, monitoringRoutes.listMonitoringKeys, async ({ entity }) => listKeys(context, entity.id))
  mountRoute(app, monitoringRoutes.createMonitoringKey, async ({ actor, entity, body, call }) =>
    createKey(context, actor, { ...body, solutionId: entity.id }, call),
  )
  mountRoute(app, monitoringRoutes.revokeMonitoringKey, async ({ actor, entity, params, call }) =>
    revokeKey(context, actor, { solutionId: entity.id, id: params.monitoringKeyId.toLowerCase() }, call),
  )
  mountRoute(app, monitoringRoutes.listProbes, async ({ entity }) => listProbes(context, entity.id))
  mountRoute(app, monitoringRoutes.listMonitoringPlaces, async ({ entity }) => ({
    ...(await listPlaces(context, entity.id)),
    hasBrowser: context.browser !== null,
  }))
  mountRoute(app, monitoringRoutes.createProbe, async ({ actor, entity, body, call }) =>
    createProbe(context, actor, { ...body, solutionId: entity.id }, call),
  )
  mountRoute(app, monitoringRoutes.revokeProbe, async ({ actor, entity, params, call }) =>
    revokeProbe(context, actor, { solutionId: entity.id, id: params.probeId.toLowerCase() }, call),
  )
}
