import { operationsOverviewRoutes as routes } from '@bollard/contracts'
import { type GuardedScope, mountRoute } from '@bollard/http'
import type { OperationsContext } from '../operations-context.ts'
import { readOverview } from './read-overview.ts'

/** What an operator sees first. */
export function mountOverview(app: GuardedScope, context: OperationsContext): void {
  mountRoute(app, routes.getOverview, async () => readOverview(context))
}
