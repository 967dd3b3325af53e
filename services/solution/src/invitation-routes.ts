import { invitationRoutes, inviteTokenRoutes } from '@bollard/contracts'
import { limitRate, mountRoute } from '@bollard/http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptInvitation } from './invitation/accept.ts'
import { createInvitation, type InvitationNew } from './invitation/create.ts'
import { declineInvitation } from './invitation/decline.ts'
import { listInvitations } from './invitation/list.ts'
import { listMyInvitations } from './invitation/list-mine.ts'
import { previewInvitation } from './invitation/preview.ts'
import { resendInvitation } from './invitation/resend.ts'
import { revokeInvitation } from './invitation/revoke.ts'
import { previewInviteToken } from './invite-token/preview.ts'
import { type Entity, organizationIn, solutionIn } from './member/entity.ts'
import type { Requests } from './request/requests.ts'
import type { SolutionContext } from './solution-context.ts'

/** Invitations, for those who invite and for those who accept. The app asks for a session. */
export function mountInvitations(app: FastifyInstance, context: SolutionContext, { actorOf, callOf }: Requests): void {
  const routes = invitationRoutes
  const create = async (
    entity: Entity,
    { id }: { id: string },
    body: InvitationNew,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    const { invitation, repeated } = await createInvitation(
      context,
      actorOf(request),
      entity,
      body,
      callOf(request, `${id} ${entity.id}`, body),
    )
    if (repeated) void reply.header('idempotency-replayed', 'true')
    return invitation
  }
  mountRoute(app, routes.createSolutionInvitation, ({ params, body, request, reply }) =>
    create(solutionIn(params), routes.createSolutionInvitation, body, request, reply),
  )
  mountRoute(app, routes.listSolutionInvitations, ({ params, request }) =>
    listInvitations(context, actorOf(request), solutionIn(params)),
  )
  mountRoute(app, routes.createOrganizationInvitation, ({ params, body, request, reply }) =>
    create(organizationIn(params), routes.createOrganizationInvitation, body, request, reply),
  )
  mountRoute(app, routes.listOrganizationInvitations, ({ params, request }) =>
    listInvitations(context, actorOf(request), organizationIn(params)),
  )
  mountRoute(app, routes.resendInvitation, ({ params, request }) =>
    resendInvitation(context, actorOf(request), params.invitationId, callOf(request)),
  )
  mountRoute(app, routes.revokeInvitation, ({ params, request }) =>
    revokeInvitation(context, actorOf(request), params.invitationId, callOf(request)),
  )
  mountRoute(app, routes.listMyInvitations, ({ request }) => listMyInvitations(context, actorOf(request)))
  mountRoute(app, routes.acceptInvitation, ({ body, request }) =>
    acceptInvitation(context, actorOf(request), body, callOf(request)),
  )
}

/** What a link alone is enough for. The app asks for no session; `addressOf` is whom the calls are counted for. */
export function mountShownLinks(
  app: FastifyInstance,
  context: SolutionContext,
  { callOf, addressOf }: Pick<Requests, 'callOf'> & { addressOf: (request: FastifyRequest) => string },
): void {
  limitRate(app, { key: addressOf, max: 60, windowSeconds: 60, now: () => context.now().getTime() })
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  mountRoute(app, invitationRoutes.previewInvitation, ({ body }) => previewInvitation(context, body.token))
  mountRoute(app, inviteTokenRoutes.previewInviteToken, ({ body }) => previewInviteToken(context, body.token))
  mountRoute(app, invitationRoutes.declineInvitation, async ({ body, request }) =>
    declineInvitation(context, await context.findActor(request.headers.cookie), body, callOf(request)),
  )
}
