import { captchaRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { FastifyInstance } from 'fastify'
import type { Gate } from '../audit/editor.ts'
import { getStatistics, type StatisticsContext } from './get-statistics.ts'

export interface StatisticsRouteContext extends StatisticsContext {
  /** Brings the roll-ups of a site up to this moment, unless the queue is long. */
  readonly refreshFigures: (siteId: number) => Promise<void>
}

/** The statistics of a site. */
export function mountStatistics(app: FastifyInstance, context: StatisticsRouteContext, gate: Gate): void {
  mountRoute(app, captchaRoutes.getStatistics, async ({ params, query, request }) => {
    const site = await gate.requireSite(request, params.solutionId, 'VIEWER')
    await context.refreshFigures(site.id)
    return getStatistics(context, site.id, query)
  })
}
