import { protectionRoutes } from '@bollard/contracts'
import { type GuardedScope, mountRoute } from '@bollard/http'
import type { FastifyRequest } from 'fastify'
import type { SpaceScope } from '../access/open-gate.ts'
import type { FormParts } from '../form-context.ts'
import type { ProtectionContext } from '../protection-context.ts'
import { decideBlockedReport, listBlockedReports, reportBlocked } from './blocked-reports.ts'

type ReportContext = Pick<ProtectionContext, 'db' | 'now'> & Pick<FormParts, 'box'>

/** What owners read and say of visitors who complained. */
export function mountBlockedReports(app: SpaceScope, { db, now, box }: ReportContext): void {
  mountRoute(app, protectionRoutes.listBlockedReports, async ({ entity, query }) =>
    listBlockedReports({ db, box }, entity.id, query.state),
  )
  mountRoute(app, protectionRoutes.decideBlockedReport, async ({ actor, entity, params, body, call }) =>
    decideBlockedReport(
      { db, now, box },
      actor,
      { solutionId: entity.id, id: params.blockedReportId.toLowerCase(), state: body.state },
      call,
    ),
  )
}

/** Where a visitor who was stopped says so. */
export function mountBlockedVisitors(
  app: GuardedScope,
  context: Parameters<typeof reportBlocked>[0] & { readonly clientIp: (request: FastifyRequest) => string },
): void {
  mountRoute(app, protectionRoutes.reportBlocked, async ({ body, request }) => {
    await reportBlocked(context, body, context.clientIp(request))
    return { received: true as const }
  })
}
