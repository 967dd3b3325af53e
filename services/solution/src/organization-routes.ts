import { inviteTokenRoutes, organizationRoutes } from '@bollard/contracts'
import { mountRoute, rateLimitHook } from '@bollard/http'
import type { FastifyInstance } from 'fastify'
import { sendExport } from './export/send-export.ts'
import { createInviteToken } from './invite-token/create.ts'
import { deleteInviteToken } from './invite-token/delete.ts'
import { listInviteTokens } from './invite-token/list.ts'
import { redeemInviteToken } from './invite-token/redeem.ts'
import { organizationIn } from './member/entity.ts'
import { assignSolutions } from './organization/assign-solutions.ts'
import { createOrganization } from './organization/create.ts'
import { deleteOrganization } from './organization/delete.ts'
import { exportOrganization } from './organization/export.ts'
import { getOrganization } from './organization/get.ts'
import { listLatestOrganizations, listOrganizations, listOrganizationsByIds } from './organization/list.ts'
import { listOrganizationAudit } from './organization/list-audit.ts'
import { listOrganizationSolutions } from './organization/list-solutions.ts'
import { checkEvidence, listEvidence, requestVerification } from './organization/request-verification.ts'
import { updateOrganization } from './organization/update.ts'
import { verifyOrganization } from './organization/verify.ts'
import { assertAllowed } from './policy.ts'
import type { Requests } from './request/requests.ts'
import type { SolutionContext } from './solution-context.ts'

/** Organizations, their verification and their links. The app asks for a session. */
export function mountOrganizations(app: FastifyInstance, context: SolutionContext, requests: Requests): void {
  const { actorOf, callOf } = requests
  const routes = organizationRoutes
  mountRoute(
    app,
    routes.createOrganization,
    async ({ body, request, reply }) => {
      const { organization, repeated } = await createOrganization(
        context,
        actorOf(request),
        body,
        callOf(request, 'createOrganization', body),
      )
      if (repeated) void reply.header('idempotency-replayed', 'true')
      return organization
    },
    // Who may not create is told so before the body is read.
    { onRequest: async (request) => assertAllowed(actorOf(request), 'organization.create', { now: context.now() }) },
  )
  mountRoute(app, routes.listOrganizations, ({ query, request }) => listOrganizations(context, actorOf(request), query))
  mountRoute(app, routes.listLatestOrganizations, ({ query, request }) =>
    listLatestOrganizations(context, actorOf(request), query),
  )
  mountRoute(app, routes.listOrganizationsByIds, ({ body, request }) =>
    listOrganizationsByIds(context, actorOf(request), body.ids),
  )
  mountRoute(app, routes.getOrganization, ({ params, request }) =>
    getOrganization(context, actorOf(request), idOf(params)),
  )
  mountRoute(app, routes.updateOrganization, ({ params, body, request }) =>
    updateOrganization(context, actorOf(request), idOf(params), body, callOf(request)),
  )
  mountRoute(app, routes.deleteOrganization, ({ params, request }) =>
    deleteOrganization(context, actorOf(request), idOf(params), callOf(request)),
  )
  mountRoute(app, routes.listOrganizationSolutions, ({ params, query, request }) =>
    listOrganizationSolutions(context, actorOf(request), idOf(params), query),
  )
  mountRoute(app, routes.assignOrganizationSolutions, ({ params, body, request }) =>
    assignSolutions(context, actorOf(request), idOf(params), body.solutionIds, callOf(request)),
  )
  mountRoute(app, routes.listOrganizationAudit, ({ params, query, request }) =>
    listOrganizationAudit(context, actorOf(request), idOf(params), query),
  )
  mountVerification(app, context, requests)
  mountInviteTokens(app, context, requests)
}

function mountVerification(app: FastifyInstance, context: SolutionContext, { actorOf, callOf }: Requests): void {
  const routes = organizationRoutes
  // Each may ask a server of somebody else.
  const seldom = {
    onRequest: rateLimitHook({
      key: (request) => actorOf(request).userId,
      max: 20,
      windowSeconds: 60,
      now: () => context.now().getTime(),
    }),
  }
  mountRoute(app, routes.verifyOrganization, ({ params, body, request }) =>
    verifyOrganization(context, actorOf(request), idOf(params), body, callOf(request)),
  )
  mountRoute(
    app,
    routes.requestOrganizationVerification,
    ({ params, body, request }) => requestVerification(context, actorOf(request), idOf(params), body, callOf(request)),
    seldom,
  )
  mountRoute(
    app,
    routes.exportOrganization,
    async ({ params, request, reply }) =>
      sendExport(
        reply,
        await exportOrganization(context, actorOf(request), idOf(params), callOf(request)),
        `organization-${idOf(params)}`,
      ),
    seldom,
  )
  mountRoute(app, routes.listOrganizationEvidence, ({ params, request }) =>
    listEvidence(context, actorOf(request), idOf(params)),
  )
  mountRoute(
    app,
    routes.checkOrganizationEvidence,
    ({ params, request }) =>
      checkEvidence(
        context,
        actorOf(request),
        { organizationId: idOf(params), evidenceId: params.evidenceId },
        callOf(request),
      ),
    seldom,
  )
}

function mountInviteTokens(app: FastifyInstance, context: SolutionContext, { actorOf, callOf }: Requests): void {
  const routes = inviteTokenRoutes
  mountRoute(app, routes.createOrganizationInviteToken, async ({ params, body, request, reply }) => {
    const call = callOf(request, `createOrganizationInviteToken ${idOf(params)}`, body)
    const { inviteToken, repeated } = await createInviteToken(context, actorOf(request), idOf(params), body, call)
    if (repeated) void reply.header('idempotency-replayed', 'true')
    return inviteToken
  })
  mountRoute(app, routes.listOrganizationInviteTokens, ({ params, request }) =>
    listInviteTokens(context, actorOf(request), idOf(params)),
  )
  mountRoute(app, routes.deleteOrganizationInviteToken, ({ params, request }) =>
    deleteInviteToken(
      context,
      actorOf(request),
      { organizationId: idOf(params), inviteTokenId: params.inviteTokenId },
      callOf(request),
    ),
  )
  mountRoute(app, routes.redeemInviteToken, ({ body, request }) =>
    redeemInviteToken(context, actorOf(request), body.token, callOf(request)),
  )
}

const idOf = (params: Parameters<typeof organizationIn>[0]) => organizationIn(params).id
