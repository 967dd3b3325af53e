import { createReadStream, existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'

const licences = fileURLToPath(new URL('../../.build/third-party-licenses.txt', import.meta.url))

/** Serves the licences of everything that browsers get or the server runs on, as the build collected them in `file`. */
export function serveLicences(app: FastifyInstance, file = licences): void {
  app.get('/third-party-licenses.txt', (_request, reply) => {
    if (!existsSync(file)) return reply.callNotFound()
    return reply
      .headers({ 'cache-control': 'public, max-age=3600', 'x-content-type-options': 'nosniff' })
      .type('text/plain; charset=utf-8')
      .send(createReadStream(file))
  })
}
