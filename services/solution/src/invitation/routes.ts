import { invitationRoutes as routes } from '@bollard/contracts'
import { type GuardedScope, mountRoute } from '@bollard/http'
import type { SolutionContext } from '../solution-context.ts'
import { acceptInvitation } from './accept.ts'
import { createInvitation } from './create.ts'
import { declineInvitation } from './decline.ts'
import { listInvitations } from './list.ts'
import { listMyInvitations } from './list-mine.ts'
import { previewInvitation } from './preview.ts'
import { resendInvitation } from './resend.ts'
import { revokeInvitation } from './revoke.ts'

/** Invitations, for those who invite and for those who accept. */
export function mountInvitations(scope: GuardedScope, context: SolutionContext): void {
  for (const route of [routes.createSolutionInvitation, routes.createOrganizationInvitation])
    mountRoute(scope, route, ({ actor, entity, body, call }) => createInvitation(context, actor, entity, body, call))
  for (const route of [routes.listSolutionInvitations, routes.listOrganizationInvitations])
    mountRoute(scope, route, ({ actor, entity }) => listInvitations(context, actor, entity))
  mountRoute(scope, routes.resendInvitation, ({ actor, params, call }) =>
    resendInvitation(context, actor, params.invitationId, call),
  )
  mountRoute(scope, routes.revokeInvitation, ({ actor, params, call }) =>
    revokeInvitation(context, actor, params.invitationId, call),
  )
  mountRoute(scope, routes.listMyInvitations, ({ actor }) => listMyInvitations(context, actor))
  mountRoute(scope, routes.acceptInvitation, ({ actor, body, call }) => acceptInvitation(context, actor, body, call))
}

/** What the link alone is enough for. */
export function mountShownInvitations(scope: GuardedScope, context: SolutionContext): void {
  mountRoute(scope, routes.previewInvitation, ({ body }) => previewInvitation(context, body.token))
  mountRoute(scope, routes.declineInvitation, async ({ body, request, call }) =>
    declineInvitation(context, await context.identity.findActor(request.headers.cookie), body, call),
  )
}
