import { protectionRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { SpaceScope } from '../access/open-gate.ts'
import type { ProtectionContext } from '../protection-context.ts'
import { tryLimiter } from './try-limiter.ts'

/** A limiter on requests that have been. */
export function mountWhatIf(app: SpaceScope, context: ProtectionContext): void {
  mountRoute(app, protectionRoutes.tryLimiter, async ({ actor, entity, body }) =>
    tryLimiter(context, { ...body, solutionId: entity.id }, actor.userId),
  )
}
