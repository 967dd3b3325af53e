import { operationsJobRoutes as routes } from '@bollard/contracts'
import { type GuardedScope, mountRoute } from '@bollard/http'
import type { OperationsContext } from '../operations-context.ts'
import { dropDeadLetters, listDeadLetters, retryDeadLetters } from './dead-letters.ts'
import { listQueues } from './list.ts'

/** Queues, and what they gave up. */
export function mountQueues(app: GuardedScope, context: OperationsContext): void {
  mountRoute(app, routes.listQueues, async () => listQueues(context))
  mountRoute(app, routes.listDeadLetters, async ({ query }) => listDeadLetters(context, query.queue))
  mountRoute(app, routes.retryDeadLetters, async ({ actor, body, call }) =>
    retryDeadLetters(context, actor, body, call),
  )
  mountRoute(app, routes.dropDeadLetters, async ({ actor, body, call }) => dropDeadLetters(context, actor, body, call))
}
