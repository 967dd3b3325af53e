import { monitoringRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { SpaceScope } from '../access/open-gate.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { correctUpdate, deleteUpdate } from './correct-update.ts'
import { listReports, readReport } from './stored-reports.ts'
import { putTemplates, readTemplates } from './templates.ts'
import { addUpdate, changeReport, createReport, deleteReport } from './write-report.ts'

/** Reports for the public, and the texts they begin with. */
export function mountReports(app: SpaceScope, context: MonitoringContext): void {
  const { db } = context
  mountRoute(app, monitoringRoutes.listStatusReports, async ({ entity, query }) => listReports(db, entity.id, query))
  mountRoute(app, monitoringRoutes.createStatusReport, async ({ actor, entity, body, call }) =>
    createReport(context, actor, { ...body, solutionId: entity.id }, call),
  )
  mountRoute(app, monitoringRoutes.getStatusReport, async ({ entity, params }) =>
    readReport(db, entity.id, params.statusReportId),
  )
  mountRoute(app, monitoringRoutes.updateStatusReport, async ({ actor, entity, params, body, call }) =>
    changeReport(context, actor, { ...body, solutionId: entity.id, id: params.statusReportId.toLowerCase() }, call),
  )
  mountRoute(app, monitoringRoutes.deleteStatusReport, async ({ actor, entity, params, call }) =>
    deleteReport(context, actor, { solutionId: entity.id, id: params.statusReportId.toLowerCase() }, call),
  )
  mountRoute(app, monitoringRoutes.addReportUpdate, async ({ actor, entity, params, body, call }) =>
    addUpdate(context, actor, { ...body, solutionId: entity.id, id: params.statusReportId.toLowerCase() }, call),
  )
  mountRoute(app, monitoringRoutes.correctReportUpdate, async ({ actor, entity, params, body, call }) =>
    correctUpdate(context, actor, { ...body, ...namesOf(params), solutionId: entity.id }, call),
  )
  mountRoute(app, monitoringRoutes.deleteReportUpdate, async ({ actor, entity, params, call }) =>
    deleteUpdate(context, actor, { ...namesOf(params), solutionId: entity.id }, call),
  )
  mountRoute(app, monitoringRoutes.listReportTemplates, async ({ entity }) => readTemplates(db, entity.id))
  mountRoute(app, monitoringRoutes.putReportTemplates, async ({ actor, entity, body, call }) =>
    putTemplates(context, actor, { ...body, solutionId: entity.id }, call),
  )
}

function namesOf({ statusReportId, reportUpdateId }: Record<'statusReportId' | 'reportUpdateId', string>) {
  return { id: statusReportId.toLowerCase(), updateId: reportUpdateId.toLowerCase() }
}
