import { monitoringRoutes } from '@bollard/contracts'
import { type GuardedScope, limitedIp, mountRoute } from '@bollard/http'
import type { FastifyRequest } from 'fastify'
import type { SpaceScope } from '../access/open-gate.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { putAddress, readAddress } from './address.ts'
import { receiveHeartbeat } from './receive.ts'

/** Addresses of heartbeats, for members. */
export function mountHeartbeatAddresses(app: SpaceScope, context: MonitoringContext): void {
  mountRoute(app, monitoringRoutes.getHeartbeatAddress, async ({ entity, params }) =>
    readAddress(context, { solutionId: entity.id, serviceId: params.serviceId.toLowerCase() }),
  )
  mountRoute(app, monitoringRoutes.putHeartbeatAddress, async ({ actor, entity, params, body, call }) =>
    putAddress(context, actor, { ...body, solutionId: entity.id, serviceId: params.serviceId.toLowerCase() }, call),
  )
}

/** What jobs call, without an account. */
export function mountHeartbeats(
  app: GuardedScope,
  context: Pick<MonitoringContext, 'db' | 'now' | 'limiter'>,
  clientIp: (request: FastifyRequest) => string,
): void {
  const onRequest = context.limiter.hook('heartbeats', (request) => limitedIp(clientIp(request)))
  mountRoute(
    app,
    monitoringRoutes.pushHeartbeat,
    async ({ params, query }) => receiveHeartbeat(context, { ...params, ...query, signed: null }),
    { onRequest },
  )
  mountRoute(
    app,
    monitoringRoutes.sendHeartbeat,
    async ({ params, body }) => receiveHeartbeat(context, { ...params, signed: body, status: 'ok' }),
    { onRequest, bodyLimit: 4_096 },
  )
}
