import { protectionRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { SpaceScope } from '../access/open-gate.ts'
import type { ProtectionContext } from '../protection-context.ts'
import { createOverride, deleteOverride, listOverrides } from './overrides.ts'

/** Other limits for some keys of a limiter. */
export function mountOverrides(app: SpaceScope, context: ProtectionContext): void {
  const of = (entity: { readonly id: string }, { limiterId }: { readonly limiterId: string }) => ({
    solutionId: entity.id,
    limiterId: limiterId.toLowerCase(),
  })
  mountRoute(app, protectionRoutes.listLimiterOverrides, async ({ entity, params, query }) =>
    listOverrides(context.db, of(entity, params), query),
  )
  mountRoute(app, protectionRoutes.createLimiterOverride, async ({ actor, entity, params, body, call }) =>
    createOverride(context, actor, { ...body, ...of(entity, params) }, call),
  )
  mountRoute(app, protectionRoutes.deleteLimiterOverride, async ({ actor, entity, params, call }) =>
    deleteOverride(context, actor, { ...of(entity, params), id: params.overrideId.toLowerCase() }, call),
  )
}
