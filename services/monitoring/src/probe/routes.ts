import { monitoringProbeCalls } from '@bollard/contracts'
import { type GuardedScope, keepRawBodies, limitedIp, mountRoute } from '@bollard/http'
import type { FastifyRequest } from 'fastify'
import type { MonitoringContext } from '../monitoring-context.ts'
import { assignChecks } from './assign.ts'
import { readProbeCall } from './read-call.ts'
import { receiveResults } from './receive.ts'

/** Two hundred results with all that a check may find. */
const resultsBytesMax = 4 * 1_048_576

/** What probes call, without an account. Mount it in a scope of its own: the body is kept as it came, since signatures are over its bytes. */
export function mountProbeCalls(
  app: GuardedScope,
  context: Pick<MonitoringContext, 'db' | 'box' | 'now' | 'limiter'>,
  clientIp: (request: FastifyRequest) => string,
): void {
  const { db, now, limiter } = context
  const rawBodyOf = keepRawBodies(app)
  const onRequest = limiter.hook('probes', (request) => limitedIp(clientIp(request)))
  const callerOf = async (request: FastifyRequest, instance: string) =>
    readProbeCall(
      db,
      {
        authorization: request.headers.authorization,
        method: request.method,
        path: request.url,
        rawBody: rawBodyOf(request) ?? Buffer.alloc(0),
        instance,
      },
      now(),
    )
  mountRoute(
    app,
    monitoringProbeCalls.fetchProbeAssignments,
    async ({ request, reply, body: { instance, ...report } }) => {
      void reply.header('cache-control', 'no-store')
      return assignChecks(context, await callerOf(request, instance), report, now())
    },
    { onRequest },
  )
  mountRoute(
    app,
    monitoringProbeCalls.deliverProbeResults,
    async ({ request, body: { instance, results } }) =>
      receiveResults(db, await callerOf(request, instance), results, now()),
    { onRequest, bodyLimit: resultsBytesMax },
  )
}
