import type { FastifyInstance } from 'fastify'

/** What lets pages of every origin read an answer, and when to come back. */
export const crossOriginHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'retry-after',
} as const

/**
 * Lets pages of every origin read the answers, refusals too. Which origins may use a site is the
 * route's decision; no cookie is ever sent or read here.
 */
export function allowAnyOrigin(app: FastifyInstance, paths: readonly string[]): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(crossOriginHeaders)
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
