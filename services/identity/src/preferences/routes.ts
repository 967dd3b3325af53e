import { identityAccountRoutes as routes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { FastifyInstance } from 'fastify'
import type { RouteOptions, Scopes } from '../session/route-options.ts'
import { getPreferences, putPreferences } from './preferences.ts'
import { unsubscribe, unsubscribePage } from './unsubscribe.ts'

/** Which mails one gets. */
export function mountPreferenceRoutes({ guarded }: Scopes, { context, callOf, actorOf }: RouteOptions): void {
  mountRoute(guarded, routes.getNotificationPreferences, async ({ request }) =>
    getPreferences(context, actorOf(request)),
  )
  mountRoute(guarded, routes.putNotificationPreferences, async ({ body, request }) =>
    putPreferences(context, actorOf(request), body, callOf(request)),
  )
}

/** In a scope of their own, since mail providers send what no other call here takes: `List-Unsubscribe=One-Click` as a form (RFC 8058). */
export function mountUnsubscribeRoutes(
  scope: FastifyInstance,
  { context, callOf }: Pick<RouteOptions, 'context' | 'callOf'>,
): void {
  scope.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'string' },
    async () => undefined,
  )
  mountRoute(scope, routes.unsubscribe, async ({ query, request }) =>
    unsubscribe(context, query.token, callOf(request)),
  )
  // Older mail programs open the address of the header in a browser. Nothing changes until the person presses the button there.
  scope.get<{ Querystring: { token?: unknown } }>(routes.unsubscribe.path, async ({ query }, reply) =>
    reply.redirect(await unsubscribePage(context, String(query.token ?? '').slice(0, 400)), 303),
  )
}
