import { solutionRoutes } from '@bollard/contracts'
import { limitRate, mountRoute, refuseCrossSite, requireSession } from '@bollard/http'
import type { FastifyPluginAsync } from 'fastify'
import { assertAllowed } from './policy.ts'
import { createSolution } from './solution/create.ts'
import { getSolution } from './solution/get.ts'
import { listSolutions } from './solution/list.ts'
import { readRepeatable } from './solution/repeat-answer.ts'
import type { SolutionDeps } from './solution-context.ts'

/** Every route of the service. */
export function solutionPlugin(deps: SolutionDeps, allowedOrigins: readonly string[]): FastifyPluginAsync {
  return async (app) => {
    refuseCrossSite(app, { allowedOrigins })
    const actorOf = requireSession(app, deps.findActor)
    limitRate(app, { key: (request) => actorOf(request).userId, max: 200, windowSeconds: 10 })

    mountRoute(
      app,
      solutionRoutes.createSolution,
      async ({ body, request, reply }) => {
        const repeatable = readRepeatable(request.headers['idempotency-key'], body)
        const { solution, repeated } = await createSolution(deps, actorOf(request), body, { requestId: request.id, repeatable })
        if (repeated) void reply.header('idempotency-replayed', 'true')
        return solution
      },
      // Who may not create is told so before the body is read.
      { onRequest: async (request) => assertAllowed(actorOf(request), { kind: 'create-solution' }) },
    )
    mountRoute(app, solutionRoutes.listSolutions, ({ query, request }) => listSolutions(deps, actorOf(request), query))
    mountRoute(app, solutionRoutes.getSolution, ({ params, request }) => getSolution(deps, actorOf(request), params.solutionId))
  }
}
