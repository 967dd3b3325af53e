import { operationsMailRoutes as routes } from '@bollard/contracts'
import { type GuardedScope, mountRoute } from '@bollard/http'
import type { OperationsContext } from '../operations-context.ts'
import { releaseBounce } from './release-bounce.ts'
import { listBounces, listOutboxMails } from './list.ts'

/** The outbox, and addresses that were refused. */
export function mountMails(app: GuardedScope, context: OperationsContext): void {
  mountRoute(app, routes.listOutboxMails, async ({ query }) => listOutboxMails(context, query))
  mountRoute(app, routes.listBounces, async ({ query }) => listBounces(context, query))
  mountRoute(app, routes.releaseBounce, async ({ actor, body, call }) => releaseBounce(context, actor, body, call))
}
