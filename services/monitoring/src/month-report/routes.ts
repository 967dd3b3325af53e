import { monitoringRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { SpaceScope } from '../access/open-gate.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { exportFigures } from './export-figures.ts'
import { readMonthReport } from './month-reports.ts'

/** What owners show to others: months, and figures as files. */
export function mountMonthReports(app: SpaceScope, { db, now }: Pick<MonitoringContext, 'db' | 'now'>): void {
  mountRoute(app, monitoringRoutes.getMonthReport, async ({ entity, params: { serviceId }, query }) =>
    readMonthReport(db, now(), { solutionId: entity.id, serviceId: serviceId.toLowerCase(), ...query }),
  )
  mountRoute(app, monitoringRoutes.exportMonitoringFigures, async ({ entity, params, query, reply }) => {
    const serviceId = params.serviceId.toLowerCase()
    const text = await exportFigures(db, { solutionId: entity.id, serviceId, ...query })
    const ending = query.format.toLowerCase()
    await reply
      .headers({
        'content-type': query.format === 'CSV' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
        'content-disposition': `attachment; filename="${query.of.toLowerCase()}-${serviceId}.${ending}"`,
        'cache-control': 'private, no-store',
      })
      .send(text)
  })
}
