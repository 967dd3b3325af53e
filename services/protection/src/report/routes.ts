import { isApiKeyCaller } from '@bollard/access'
import { protectionRoutes } from '@bollard/contracts'
import { callerOf, type GuardedScope, limitedIp, mountRoute } from '@bollard/http'
import type { FastifyRequest } from 'fastify'
import type { SpaceScope } from '../access/open-gate.ts'
import type { ProtectionContext } from '../protection-context.ts'
import { endSharing } from './end-sharing.ts'
import { readJointReport } from './joint-report.ts'
import { createReportLink, listReportLinks, readSharedReport } from './report-links.ts'
import { writeReportPdf } from './report-pdf.ts'
import { createReportSchedule, listReportSchedules } from './report-schedules.ts'

/** The joint report of a month, who gets it by mail, and links to it. */
export function mountReports(app: SpaceScope, context: ProtectionContext): void {
  const { db, now, limiter } = context
  mountRoute(app, protectionRoutes.getJointReport, async ({ actor, entity, standing, query }) =>
    readJointReport(context, {
      solutionId: entity.id,
      timeZone: standing.space.timeZone,
      month: query.month,
      userId: isApiKeyCaller(actor) ? null : actor.userId,
    }),
  )
  mountRoute(
    app,
    protectionRoutes.getJointReportFile,
    async ({ actor, entity, standing, query: { month, language }, reply }) => {
      const userId = isApiKeyCaller(actor) ? null : actor.userId
      const asked = { solutionId: entity.id, timeZone: standing.space.timeZone, month, userId }
      const file = await writeReportPdf(await readJointReport(context, asked), language, context.now())
      await reply
        .headers({
          'content-type': 'application/pdf',
          'content-disposition': `attachment; filename="report-${month}.pdf"`,
          'cache-control': 'private, no-store',
        })
        .send(file)
    },
    { onRequest: limiter.hook('reportFiles', (request) => callerOf(request).userId) },
  )
  mountRoute(app, protectionRoutes.listReportSchedules, async ({ entity }) => listReportSchedules(db, entity.id))
  mountRoute(app, protectionRoutes.createReportSchedule, async ({ actor, entity, body, call }) =>
    createReportSchedule(context, actor, { ...body, solutionId: entity.id }, call),
  )
  mountRoute(app, protectionRoutes.deleteReportSchedule, async ({ actor, entity, params, call }) => {
    const id = params.reportScheduleId.toLowerCase()
    await endSharing(context, actor, { solutionId: entity.id, kind: 'report-schedule', id }, call)
  })
  mountRoute(app, protectionRoutes.listReportLinks, async ({ entity }) => listReportLinks(db, entity.id, now()))
  mountRoute(app, protectionRoutes.createReportLink, async ({ actor, entity, standing, body, call }) =>
    createReportLink(context, actor, { ...body, solutionId: entity.id, timeZone: standing.space.timeZone }, call),
  )
  mountRoute(app, protectionRoutes.deleteReportLink, async ({ actor, entity, params, call }) => {
    const id = params.reportLinkId.toLowerCase()
    await endSharing(context, actor, { solutionId: entity.id, kind: 'report-link', id }, call)
  })
}

/** A report that somebody has a link to. */
export function mountSharedReports(
  app: GuardedScope,
  context: ProtectionContext & { readonly clientIp: (request: FastifyRequest) => string },
): void {
  const { limiter, clientIp } = context
  mountRoute(app, protectionRoutes.getSharedReport, async ({ params }) => readSharedReport(context, params.token), {
    onRequest: limiter.hook('sharedReports', (request) => limitedIp(clientIp(request))),
  })
}
