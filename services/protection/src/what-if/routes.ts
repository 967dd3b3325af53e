import { protectionRoutes } from '@bollard/contracts'
import type { Reads } from '@bollard/database'
import { mountRoute } from '@bollard/http'
import type { SpaceScope } from '../access/open-gate.ts'
import type { ProtectionContext } from '../protection-context.ts'
import { tryLimiter } from './try-limiter.ts'

/** A limiter on requests that have been. */
export function mountWhatIf(app: SpaceScope, context: ProtectionContext & { readonly reads: Reads }): void {
  mountRoute(app, protectionRoutes.tryLimiter, async ({ actor, entity, body }) => {
    await context.limiter.take('whatIf', actor.userId)
    return context.reads((db) => tryLimiter({ ...context, db }, { ...body, solutionId: entity.id }))
  })
}
