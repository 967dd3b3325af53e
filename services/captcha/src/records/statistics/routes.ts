import { captchaRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AccessPorts, Actor, Caller } from '../../access/require-site.ts'
import { requireSite } from '../../access/require-site.ts'
import type { StatisticsPorts } from './get-statistics.ts'
import { getStatistics } from './get-statistics.ts'

export interface StatisticsRoutePorts extends AccessPorts, StatisticsPorts {
  /** Brings the roll-ups of a site up to this moment, unless the queue is long. */
  readonly refreshFigures: (siteId: number) => Promise<void>
}

/** The statistics of a site. */
export function mountStatistics(
  app: FastifyInstance,
  ports: StatisticsRoutePorts,
  actorOf: (request: FastifyRequest) => Actor | Caller,
): void {
  mountRoute(app, captchaRoutes.getStatistics, async ({ params, query, request }) => {
    const site = await requireSite(ports, actorOf(request), params.solutionId, 'VIEWER')
    await ports.refreshFigures(site.id)
    return getStatistics(ports, site.id, query)
  })
}
