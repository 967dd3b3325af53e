import type { FastifyInstance } from 'fastify'

/**
 * Lets pages of every origin read the answers, refusals too. Which origins may use a site is the
 * route's decision; no cookie is ever sent or read here.
 */
export function allowAnyOrigin(app: FastifyInstance, paths: readonly string[]): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('access-control-allow-origin', '*')
    done()
  })
  for (const path of paths) {
    app.options(path, (_request, reply) => {
      reply
        .code(204)
        .header('access-control-allow-methods', 'POST')
        .header('access-control-allow-headers', 'content-type')
        .header('access-control-max-age', '86400')
        .send()
    })
  }
}
