import { createReadStream, existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'

/** By address: what the build wrote, and its type. */
const documents = {
  '/third-party-licenses.txt': 'text/plain; charset=utf-8',
  '/bom.cdx.json': 'application/vnd.cyclonedx+json; version=1.6',
}

/**
 * Serves the licences of everything that browsers get or the server runs on, and its bill of materials (CycloneDX), as the build wrote them
 * into `folder`.
 */
export function serveLicences(app: FastifyInstance, folder = new URL('../../.build/', import.meta.url)): void {
  for (const [address, type] of Object.entries(documents)) {
    const file = fileURLToPath(new URL(`.${address}`, folder))
    app.get(address, (_request, reply) => {
      if (!existsSync(file)) return reply.callNotFound()
      return reply
        .headers({ 'cache-control': 'public, max-age=3600', 'x-content-type-options': 'nosniff' })
        .type(type)
        .send(createReadStream(file))
    })
  }
}
