import { captchaRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { FastifyInstance } from 'fastify'
import type { Gate } from '../audit/editor.ts'
import { getStatistics, type StatisticsPorts } from './get-statistics.ts'

export interface StatisticsRoutePorts extends StatisticsPorts {
  /** Brings the roll-ups of a site up to this moment, unless the queue is long. */
  readonly refreshFigures: (siteId: number) => Promise<void>
}

/** The statistics of a site. */
export function mountStatistics(app: FastifyInstance, ports: StatisticsRoutePorts, gate: Gate): void {
  mountRoute(app, captchaRoutes.getStatistics, async ({ params, query, request }) => {
    const site = await gate.requireSite(request, params.solutionId, 'VIEWER')
    await ports.refreshFigures(site.id)
    return getStatistics(ports, site.id, query)
  })
}
