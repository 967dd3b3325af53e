import { protectionRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { SpaceScope } from '../access/open-gate.ts'
import type { ProtectionContext } from '../protection-context.ts'
import { createAllowed, deleteAllowed, listAllowed } from './allowed.ts'

/** Who passes, whatever else is found. */
export function mountAllowed(app: SpaceScope, context: ProtectionContext): void {
  mountRoute(app, protectionRoutes.listAllowedVisitors, async ({ entity, query }) =>
    listAllowed(context.db, entity.id, query, context.now()),
  )
  mountRoute(app, protectionRoutes.createAllowedVisitor, async ({ actor, entity, body, call }) =>
    createAllowed(context, actor, { ...body, solutionId: entity.id }, call),
  )
  mountRoute(app, protectionRoutes.deleteAllowedVisitor, async ({ actor, entity, params, call }) =>
    deleteAllowed(context, actor, { solutionId: entity.id, id: params.allowedVisitorId.toLowerCase() }, call),
  )
}
