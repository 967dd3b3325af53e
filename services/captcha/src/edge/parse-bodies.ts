import type { FastifyInstance, FastifyRequest } from 'fastify'
import { formEntries, gatherFields, multipartEntries } from '../compat/read-fields.ts'

/** Largest body of any public call, in bytes. */
export const bodyLimit = 8_192

/**
 * Widgets send JSON as text/plain, which spares the browser a preflight; both are read as JSON.
 * Names that would reach a prototype are refused like any other malformed body.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(['application/json', 'text/plain'], { parseAs: 'string', bodyLimit }, app.getDefaultJsonParser('error', 'error'))
}

/** Siteverify also takes forms, as other captchas do; one that cannot be read, or says something twice, becomes null. */
export function parseFormBodies(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit }, (_request, body, done) => {
    done(null, gatherFields(formEntries(body.toString())))
  })
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer', bodyLimit }, async (request: FastifyRequest, body: Buffer) => {
    const entries = await multipartEntries(body, request.headers['content-type'] ?? '')
    return entries === null ? null : gatherFields(entries)
  })
}
