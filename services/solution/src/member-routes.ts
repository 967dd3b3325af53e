import { memberRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { FastifyInstance } from 'fastify'
import { changeRole } from './member/change-role.ts'
import { organizationIn, solutionIn } from './member/entity.ts'
import { listMembers } from './member/list.ts'
import { removeMember } from './member/remove.ts'
import type { Requests } from './request/requests.ts'
import type { SolutionContext } from './solution-context.ts'

/** Who belongs to solutions and organizations. The app asks for a session. */
export function mountMembers(app: FastifyInstance, context: SolutionContext, { actorOf, callOf }: Requests): void {
  const routes = memberRoutes
  mountRoute(app, routes.listSolutionMembers, ({ params, request }) =>
    listMembers(context, actorOf(request), solutionIn(params)),
  )
  mountRoute(app, routes.updateSolutionMember, ({ params, body, request }) =>
    changeRole(context, actorOf(request), solutionIn(params), { userId: params.userId, role: body.role }, callOf(request)),
  )
  mountRoute(app, routes.removeSolutionMember, ({ params, request }) =>
    removeMember(context, actorOf(request), solutionIn(params), params.userId, callOf(request)),
  )
  mountRoute(app, routes.listOrganizationMembers, ({ params, request }) =>
    listMembers(context, actorOf(request), organizationIn(params)),
  )
  mountRoute(app, routes.updateOrganizationMember, ({ params, body, request }) =>
    changeRole(
      context,
      actorOf(request),
      organizationIn(params),
      { userId: params.userId, role: body.role },
      callOf(request),
    ),
  )
  mountRoute(app, routes.removeOrganizationMember, ({ params, request }) =>
    removeMember(context, actorOf(request), organizationIn(params), params.userId, callOf(request)),
  )
}
