import { solutionRoutes as routes } from '@bollard/contracts'
import { type GuardedScope, mountRoute } from '@bollard/http'
import type { SolutionContext } from '../solution-context.ts'
import { acceptAgreement } from './accept.ts'
import { getAgreement } from './get.ts'

export function mountAgreements(scope: GuardedScope, context: SolutionContext): void {
  mountRoute(scope, routes.getProcessingAgreement, ({ actor, entity }) => getAgreement(context, actor, entity.id))
  mountRoute(scope, routes.acceptProcessingAgreement, ({ actor, entity, body, call }) =>
    acceptAgreement(context, actor, entity.id, body.version, call),
  )
}
