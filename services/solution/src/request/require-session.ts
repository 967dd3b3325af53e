import { ProblemError } from '@bollard/http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor, SolutionDeps } from '../solution-context.ts'

/** Refuses calls without a session before anything of them is read. Answers with a function that tells who calls. */
export function requireSession(app: FastifyInstance, findActor: SolutionDeps['findActor']): (request: FastifyRequest) => Actor {
  const actors = new WeakMap<FastifyRequest, Actor>()
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    const actor = await findActor(request.headers.cookie)
    if (actor === null) throw new ProblemError('unauthenticated')
    actors.set(request, actor)
  })
  return (request) => {
    const actor = actors.get(request)
    if (!actor) throw new ProblemError('unauthenticated')
    return actor
  }
}
