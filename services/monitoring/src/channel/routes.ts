import { monitoringRoutes } from '@bollard/contracts'
import { callerOf, mountRoute } from '@bollard/http'
import type { SpaceScope } from '../access/open-gate.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { createChannel, deleteChannel, listChannels, putChannel } from './channels.ts'
import { retryNotifications } from './retry-notifications.ts'
import { listNotifications } from './stored-notifications.ts'
import { testChannel } from './test-channel.ts'

/** Where alerts are told, and what was told there. */
export function mountChannels(app: SpaceScope, context: MonitoringContext): void {
  const { db } = context
  mountRoute(app, monitoringRoutes.listChannels, async ({ entity }) => listChannels(db, entity.id))
  mountRoute(app, monitoringRoutes.createChannel, async ({ actor, entity, body, call }) =>
    createChannel(context, actor, { ...body, solutionId: entity.id }, call),
  )
  mountRoute(app, monitoringRoutes.putChannel, async ({ actor, entity, params, body, call }) =>
    putChannel(context, actor, { ...body, solutionId: entity.id, id: params.channelId.toLowerCase() }, call),
  )
  mountRoute(app, monitoringRoutes.deleteChannel, async ({ actor, entity, params, call }) =>
    deleteChannel(context, actor, { solutionId: entity.id, id: params.channelId.toLowerCase() }, call),
  )
  mountRoute(
    app,
    monitoringRoutes.testChannel,
    async ({ actor, entity, params, call }) =>
      testChannel(context, actor, { solutionId: entity.id, id: params.channelId.toLowerCase() }, call),
    { onRequest: context.limiter.hook('testChannel', (request) => callerOf(request).userId) },
  )
  mountRoute(app, monitoringRoutes.retryNotifications, async ({ actor, entity, params, body, call }) =>
    retryNotifications(context, actor, { ...body, solutionId: entity.id, id: params.channelId.toLowerCase() }, call),
  )
  mountRoute(app, monitoringRoutes.listNotifications, async ({ entity, query }) =>
    listNotifications(db, entity.id, query),
  )
}
