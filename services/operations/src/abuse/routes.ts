import { operationsAbuseRoutes as routes } from '@bollard/contracts'
import { type GuardedScope, mountRoute } from '@bollard/http'
import type { OperationsContext } from '../operations-context.ts'
import { noteCluster, removeClusterNote } from './cluster-notes.ts'
import { listAbuseClusters, listLeakedKeys, listSignUpSources } from './list.ts'

/** What looks like misuse across solutions. */
export function mountAbuse(app: GuardedScope, context: OperationsContext): void {
  mountRoute(app, routes.listAbuseClusters, async ({ query }) => listAbuseClusters(context, query.by))
  mountRoute(app, routes.noteCluster, async ({ actor, body, call }) => noteCluster(context, actor, body, call))
  mountRoute(app, routes.removeClusterNote, async ({ actor, body, call }) =>
    removeClusterNote(context, actor, body, call),
  )
  mountRoute(app, routes.listSignUpSources, async ({ query }) => listSignUpSources(context, query.by))
  mountRoute(app, routes.listLeakedKeys, async () => listLeakedKeys(context))
}
