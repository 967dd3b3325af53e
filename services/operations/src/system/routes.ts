import { operationsFigureRoutes, operationsHealthRoutes, operationsSystemRoutes as routes } from '@bollard/contracts'
import { type GuardedScope, mountRoute } from '@bollard/http'
import type { OperationsContext } from '../operations-context.ts'
import { readSystem } from './read-system.ts'
import { listBackups } from './list-backups.ts'

/** What runs here, how it is set up, and how safe its data are. */
export function mountSystem(app: GuardedScope, context: OperationsContext): void {
  mountRoute(app, routes.getSystem, async () => readSystem(context))
  mountRoute(app, routes.listBackups, async ({ query }) => listBackups(context, query.kind ?? null))
  mountRoute(app, operationsFigureRoutes.getFigures, async () => context.system.readFigures())
  mountRoute(app, operationsHealthRoutes.getHealth, async () => context.system.readHealth())
}
