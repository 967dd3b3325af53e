import { monitoringRoutes } from '@bollard/contracts'
import { type GuardedScope, limitedIp, mountRoute } from '@bollard/http'
import type { FastifyRequest } from 'fastify'
import type { SpaceScope } from '../access/open-gate.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { exportSubscribers, listSubscribers, noteExport, deleteSubscriber } from './list.ts'
import { subscribe, type SubscribeContext } from './subscribe.ts'
import { changeSubscription, confirmSubscription, endSubscription, readSubscription } from './subscription.ts'

/** Subscribers as members see them. */
export function mountSubscribers(app: SpaceScope, context: MonitoringContext): void {
  mountRoute(app, monitoringRoutes.listSubscribers, async ({ entity, query }) =>
    listSubscribers(context, entity.id, query),
  )
  mountRoute(app, monitoringRoutes.exportSubscribers, async ({ actor, entity, query, call, reply }) => {
    const text = await exportSubscribers(context, entity.id, query)
    await noteExport(context, actor, entity.id, call)
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="subscribers.csv"',
      'cache-control': 'private, no-store',
    }
    await reply.headers(headers).send(text)
  })
  mountRoute(app, monitoringRoutes.deleteSubscriber, async ({ actor, entity, params, call }) =>
    deleteSubscriber(context, actor, { solutionId: entity.id, id: params.subscriberId.toLowerCase() }, call),
  )
}

/** The form of a status page, and the links in what it sends. */
export function mountSubscriptions(
  app: GuardedScope,
  context: SubscribeContext & { readonly clientIp: (request: FastifyRequest) => string },
): void {
  const { db, limiter, clientIp } = context
  const limited = { onRequest: limiter.hook('statusLinks', (request) => limitedIp(clientIp(request))) }
  mountRoute(app, monitoringRoutes.subscribeToStatusPage, async ({ params, body, request }) =>
    subscribe(context, params.slug, body, clientIp(request)),
  )
  mountRoute(
    app,
    monitoringRoutes.readStatusSubscription,
    async ({ params }) => readSubscription(context, params.token),
    limited,
  )
  mountRoute(
    app,
    monitoringRoutes.confirmStatusSubscription,
    async ({ params }) => confirmSubscription(context, params.token),
    limited,
  )
  mountRoute(
    app,
    monitoringRoutes.changeStatusSubscription,
    async ({ params, body }) => changeSubscription(context, params.token, body),
    limited,
  )
  // Mail programs send `List-Unsubscribe=One-Click` as a form, whose fields nobody needs.
  app.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'string' },
    async () => undefined,
  )
  mountRoute(
    app,
    monitoringRoutes.endStatusSubscription,
    async ({ params }) => endSubscription(db, params.token),
    // Providers send this for many people from one address.
    { onRequest: limiter.hook('statusEnds', (request) => limitedIp(clientIp(request))) },
  )
  // Older mail programs open the address of the header. Nothing ends until the person presses the button there.
  app.get<{ Params: { token: string } }>(
    monitoringRoutes.endStatusSubscription.path.replace('{token}', ':token'),
    limited,
    async ({ params }, reply) =>
      reply.redirect(`${context.status.statusUrl}/subscription/${encodeURIComponent(params.token.slice(0, 60))}`, 303),
  )
}
