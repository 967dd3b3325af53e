import { memberRoutes as routes } from '@bollard/contracts'
import { type GuardedScope, mountRoute } from '@bollard/http'
import type { SolutionContext } from '../solution-context.ts'
import { changeRole } from './change-role.ts'
import { listMembers } from './list.ts'
import { removeMember } from './remove.ts'

/** Who belongs to solutions and organizations. */
export function mountMembers(scope: GuardedScope, context: SolutionContext): void {
  for (const route of [routes.listSolutionMembers, routes.listOrganizationMembers])
    mountRoute(scope, route, ({ actor, entity }) => listMembers(context, actor, entity))
  for (const route of [routes.updateSolutionMember, routes.updateOrganizationMember])
    mountRoute(scope, route, ({ actor, entity, params, body, call }) =>
      changeRole(context, actor, entity, { userId: params.userId, role: body.role }, call),
    )
  for (const route of [routes.removeSolutionMember, routes.removeOrganizationMember])
    mountRoute(scope, route, ({ actor, entity, params, call }) =>
      removeMember(context, actor, entity, params.userId, call),
    )
}
