import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Keeps JSON bodies as they came too, for signatures over their bytes, in a scope of its own. Answers what reads them. */
export function keepRawBodies(
  app: Pick<FastifyInstance, 'getDefaultJsonParser' | 'removeContentTypeParser' | 'addContentTypeParser'>,
): (request: FastifyRequest) => Buffer | undefined {
  const rawBodies = new WeakMap<FastifyRequest, Buffer>()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    rawBodies.set(request, body)
    void parse(request, body.toString('utf8'), done)
  })
  return (request) => rawBodies.get(request)
}
