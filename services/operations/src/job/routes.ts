import { operationsJobRoutes as routes } from '@bollard/contracts'
import { type GuardedScope, mountRoute } from '@bollard/http'
import type { OperationsContext } from '../operations-context.ts'
import { askForRun } from './ask.ts'
import { listJobs } from './list.ts'

/** Jobs and their runs. */
export function mountJobs(app: GuardedScope, context: OperationsContext): void {
  mountRoute(app, routes.listJobs, async () => listJobs(context))
  mountRoute(app, routes.runJob, async ({ actor, body, call }) => askForRun(context, actor, body.name, call))
}
