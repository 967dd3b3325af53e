import { monitoringRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { SpaceScope } from '../access/open-gate.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { assertService, listLatest, listResults, listStateChanges } from '../result/stored-results.ts'
import { readOverview } from './overview.ts'
import { listRollups } from './rollups.ts'
import { readUptime } from './uptime.ts'

/** What was found, and the figures made of it. */
export function mountFigures(app: SpaceScope, { db, now }: Pick<MonitoringContext, 'db' | 'now'>): void {
  const named = (solutionId: string, { serviceId }: { readonly serviceId: string }) => ({ solutionId, serviceId })
  mountRoute(app, monitoringRoutes.listLatestResults, async ({ entity, params }) =>
    listLatest(db, named(entity.id, params)),
  )
  mountRoute(app, monitoringRoutes.listCheckResults, async ({ entity, params, query }) =>
    listResults(db, named(entity.id, params), query),
  )
  mountRoute(app, monitoringRoutes.listStateChanges, async ({ entity, params, query }) =>
    listStateChanges(db, named(entity.id, params), query),
  )
  mountRoute(app, monitoringRoutes.getUptime, async ({ entity, params, query }) => {
    const service = named(entity.id, params)
    await assertService(db, service)
    return readUptime(db, now(), { ...service, ...query })
  })
  mountRoute(app, monitoringRoutes.listRollups, async ({ entity, params, query }) => {
    const service = named(entity.id, params)
    const { timeZone } = await assertService(db, service)
    return listRollups(db, { ...service, ...query, timeZone })
  })
  mountRoute(app, monitoringRoutes.getMonitoringOverview, async ({ standing: { space }, query }) =>
    readOverview(db, { ...space, ...query, now: now() }),
  )
}
