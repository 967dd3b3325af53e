import { protectionRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { SpaceScope } from '../access/open-gate.ts'
import type { ProtectionContext } from '../protection-context.ts'
import { listLimiters, readLimiter } from './stored-limiters.ts'
import { createLimiter, deleteLimiter, finishChange, rollBackChange, updateLimiter } from './write-limiters.ts'

/** How often somebody may do something, and what they meet before they are refused. */
export function mountLimiters(app: SpaceScope, context: ProtectionContext): void {
  const { db, now } = context
  const named = (entity: { readonly id: string }, params: { readonly limiterId: string }) => ({
    solutionId: entity.id,
    id: params.limiterId.toLowerCase(),
  })
  mountRoute(app, protectionRoutes.listLimiters, async ({ entity }) => ({
    items: await listLimiters(db, entity.id, now()),
    nextCursor: null,
  }))
  mountRoute(app, protectionRoutes.createLimiter, async ({ actor, entity, body, call }) =>
    createLimiter(context, actor, { ...body, solutionId: entity.id }, call),
  )
  mountRoute(app, protectionRoutes.getLimiter, async ({ entity, params }) =>
    readLimiter(db, named(entity, params), now()),
  )
  mountRoute(app, protectionRoutes.updateLimiter, async ({ actor, entity, params, body, call }) =>
    updateLimiter(context, actor, { ...body, ...named(entity, params) }, call),
  )
  mountRoute(app, protectionRoutes.deleteLimiter, async ({ actor, entity, params, call }) =>
    deleteLimiter(context, actor, named(entity, params), call),
  )
  mountRoute(app, protectionRoutes.finishLimiterChange, async ({ actor, entity, params, call }) =>
    finishChange(context, actor, named(entity, params), call),
  )
  mountRoute(app, protectionRoutes.rollBackLimiterChange, async ({ actor, entity, params, call }) =>
    rollBackChange(context, actor, named(entity, params), call),
  )
}
