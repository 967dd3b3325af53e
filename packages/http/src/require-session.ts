import type { FastifyInstance, FastifyRequest } from 'fastify'
import { noteCaller } from './noted-caller.ts'
import { ProblemError } from '@bollard/contracts'

/**
 * Refuses calls without a session before anything of them is read, on all routes mounted in the scope of `app` after it, and
 * keeps their answers out of caches. Answers with a function that tells who calls.
 */
export function requireSession<Actor extends { readonly userId: string }>(
  app: FastifyInstance,
  findActor: (cookieHeader: string | undefined) => Promise<Actor | null>,
): (request: FastifyRequest) => Actor {
  const actors = new WeakMap<FastifyRequest, Actor>()
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    const actor = await findActor(request.headers.cookie)
    if (actor === null) throw new ProblemError('unauthenticated')
    actors.set(request, actor)
    noteCaller(request, actor.userId)
  })
  return (request) => {
    const actor = actors.get(request)
    if (!actor) throw new ProblemError('unauthenticated')
    return actor
  }
}
