import { inviteTokenRoutes as routes } from '@bollard/contracts'
import { type GuardedScope, mountRoute } from '@bollard/http'
import type { SolutionContext } from '../solution-context.ts'
import { createInviteToken } from './create.ts'
import { deleteInviteToken } from './delete.ts'
import { listInviteTokens } from './list.ts'
import { previewInviteToken } from './preview.ts'
import { redeemInviteToken } from './redeem.ts'

/** Links of organizations, for those who make them and for those who follow one. */
export function mountInviteTokens(scope: GuardedScope, context: SolutionContext): void {
  mountRoute(scope, routes.createOrganizationInviteToken, ({ actor, entity, body, call }) =>
    createInviteToken(context, actor, entity.id, body, call),
  )
  mountRoute(scope, routes.listOrganizationInviteTokens, ({ actor, entity }) =>
    listInviteTokens(context, actor, entity.id),
  )
  mountRoute(scope, routes.deleteOrganizationInviteToken, ({ actor, entity, params, call }) =>
    deleteInviteToken(context, actor, { organizationId: entity.id, inviteTokenId: params.inviteTokenId }, call),
  )
  mountRoute(scope, routes.redeemInviteToken, ({ actor, body, call }) =>
    redeemInviteToken(context, actor, body.token, call),
  )
}

/** What the link alone is enough for. */
export function mountShownInviteTokens(scope: GuardedScope, context: SolutionContext): void {
  mountRoute(scope, routes.previewInviteToken, ({ body }) => previewInviteToken(context, body.token))
}
