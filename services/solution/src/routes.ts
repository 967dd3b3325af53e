import { solutionRoutes } from '@bollard/contracts'
import { limitRate, mountRoute, refuseCrossSite, requireSession } from '@bollard/http'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { assertAllowed } from './policy.ts'
import { createSolution } from './solution/create.ts'
import { getSolution } from './solution/get.ts'
import { listSolutions } from './solution/list.ts'
import { readRepeatable } from './request/repeatable.ts'
import type { Call, SolutionDeps } from './solution-context.ts'

export interface RouteOptions {
  readonly allowedOrigins: readonly string[]
  /** Address of the person behind a request. */
  readonly clientIp: (request: FastifyRequest) => string
}

/** Every route of the service. */
export function solutionPlugin(deps: SolutionDeps, { allowedOrigins, clientIp }: RouteOptions): FastifyPluginAsync {
  const fromOf = (request: FastifyRequest) => ({ ip: clientIp(request), userAgent: request.headers['user-agent'] ?? null, requestId: request.id })
  /** `what` and `body` tell a repeated creation from another one with the same key. */
  const callOf = (request: FastifyRequest, what?: string, body?: unknown): Call => ({
    from: fromOf(request),
    repeatable: what === undefined ? null : readRepeatable(request.headers['idempotency-key'], what, body),
  })
  return async (app) => {
    refuseCrossSite(app, { allowedOrigins })
    const actorOf = requireSession(app, deps.findActor)
    limitRate(app, { key: (request) => actorOf(request).userId, max: 200, windowSeconds: 10 })

    mountRoute(
      app,
      solutionRoutes.createSolution,
      async ({ body, request, reply }) => {
        const { solution, repeated } = await createSolution(deps, actorOf(request), body, callOf(request, 'createSolution', body))
        if (repeated) void reply.header('idempotency-replayed', 'true')
        return solution
      },
      // Who may not create is told so before the body is read.
      { onRequest: async (request) => assertAllowed(actorOf(request), 'solution.create', { now: deps.now() }) },
    )
    mountRoute(app, solutionRoutes.listSolutions, ({ query, request }) => listSolutions(deps, actorOf(request), query))
    mountRoute(app, solutionRoutes.getSolution, ({ params, request }) => getSolution(deps, actorOf(request), params.solutionId))
  }
}
