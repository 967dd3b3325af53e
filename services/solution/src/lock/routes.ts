import { solutionRoutes as routes } from '@bollard/contracts'
import { type GuardedScope, mountRoute } from '@bollard/http'
import type { SolutionContext } from '../solution-context.ts'
import { lockSolution, unlockSolution } from './lock.ts'

export function mountLocks(scope: GuardedScope, context: SolutionContext): void {
  mountRoute(scope, routes.lockSolution, ({ actor, entity, body, call }) =>
    lockSolution(context, actor, entity.id, body, call),
  )
  mountRoute(scope, routes.unlockSolution, ({ actor, entity, body, call }) =>
    unlockSolution(context, actor, entity.id, body, call),
  )
}
