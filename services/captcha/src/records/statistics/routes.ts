import { captchaRoutes } from '@bollard/contracts'
import type { Reads } from '@bollard/database'
import { mountRoute } from '@bollard/http'
import type { SiteScope } from '../sites/site-scope.ts'
import { getStatistics, type StatisticsContext } from './get-statistics.ts'

export interface StatisticsRouteContext extends Omit<StatisticsContext, 'db'> {
  readonly reads: Reads
  /** Brings the roll-ups of a site up to this moment, unless the queue is long. */
  readonly refreshFigures: (siteId: number) => Promise<void>
}

/** The statistics of a site. */
export function mountStatistics(app: SiteScope, context: StatisticsRouteContext): void {
  mountRoute(app, captchaRoutes.getStatistics, async ({ standing: { site }, query }) => {
    await context.refreshFigures(site.id)
    return context.reads((db) => getStatistics({ ...context, db }, site.id, query))
  })
}
