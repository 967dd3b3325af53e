import { identityAccountRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { listAccountAudit } from './list-audit.ts'
import { cancelEmailChange, requestEmailChange } from '../email-change/request.ts'
import { confirmEmailChange } from '../email-change/confirm.ts'
import { describeEmailChange } from '../email-change/describe.ts'
import { testAddress } from '../email-change/test-address.ts'
import { undoEmailChange } from '../email-change/undo.ts'
import type { Caller, IdentityContext } from '../identity-context.ts'
import { getPreferences, putPreferences } from '../preferences/preferences.ts'
import { unsubscribe, unsubscribePage } from '../preferences/unsubscribe.ts'
import { getProfile, updateProfile } from './profile.ts'

export interface PartDeps {
  readonly context: IdentityContext
  readonly callerOf: (request: FastifyRequest) => Caller
}

/** Profile, address and preferences of one's own account. */
export function mountAccountRoutes(app: FastifyInstance, { context, callerOf }: PartDeps): void {
  mountRoute(app, identityAccountRoutes.getProfile, async ({ request }) => getProfile(context, callerOf(request)))
  mountRoute(app, identityAccountRoutes.updateProfile, async ({ body, request }) =>
    updateProfile(context, callerOf(request), body),
  )
  mountRoute(app, identityAccountRoutes.getNotificationPreferences, async ({ request }) =>
    getPreferences(context, callerOf(request)),
  )
  mountRoute(app, identityAccountRoutes.putNotificationPreferences, async ({ body, request }) =>
    putPreferences(context, callerOf(request), body),
  )
  mountRoute(app, identityAccountRoutes.requestEmailChange, async ({ body, request }) =>
    requestEmailChange(context, callerOf(request), body.email),
  )
  mountRoute(app, identityAccountRoutes.cancelEmailChange, async ({ request }) =>
    cancelEmailChange(context, callerOf(request)),
  )
  mountRoute(app, identityAccountRoutes.testEmail, async ({ request }) => {
    await testAddress(context, callerOf(request))
    return null
  })
  mountRoute(app, identityAccountRoutes.describeEmailChange, async ({ body, request }) =>
    describeEmailChange(context, callerOf(request), body.token),
  )
  mountRoute(app, identityAccountRoutes.confirmEmailChange, async ({ body, request }) =>
    confirmEmailChange(context, callerOf(request), body.token),
  )
  mountRoute(app, identityAccountRoutes.undoEmailChange, async ({ body, request }) =>
    undoEmailChange(context, callerOf(request), body.token),
  )
  mountRoute(app, identityAccountRoutes.listAccountAudit, async ({ query, request }) =>
    listAccountAudit(context, callerOf(request), query),
  )
  void app.register(async (scope) => mountUnsubscribe(scope, { context, callerOf }))
}

/** In a scope of its own, since mail providers send what no other call here takes: `List-Unsubscribe=One-Click` as a form (RFC 8058). */
async function mountUnsubscribe(scope: FastifyInstance, { context, callerOf }: PartDeps): Promise<void> {
  const { unsubscribe: route } = identityAccountRoutes
  scope.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'string' },
    async () => undefined,
  )
  mountRoute(scope, route, async ({ query, request }) => unsubscribe(context, callerOf(request), query.token))
  // Older mail programs open the address of the header in a browser. Nothing changes until the person presses the button there.
  scope.get<{ Querystring: { token?: unknown } }>(route.path, async ({ query }, reply) =>
    reply.redirect(await unsubscribePage(context, String(query.token ?? '').slice(0, 400)), 303),
  )
}
