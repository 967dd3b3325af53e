import type { FastifyInstance } from 'fastify'

/** Largest body of any public call, in bytes. */
export const bodyLimit = 8_192

/**
 * Widgets send JSON as text/plain, which spares the browser a preflight; both are read as JSON.
 * Names that would reach a prototype are refused like any other malformed body.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['application/json', 'text/plain'],
    { parseAs: 'string', bodyLimit },
    app.getDefaultJsonParser('error', 'error'),
  )
}
