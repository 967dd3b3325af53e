import type { FastifyInstance, FastifyRequest } from 'fastify'
import { formEntries, gatherFields, multipartEntries, repeatsField } from './read-fields.ts'

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

/** Siteverify also takes forms, as other captchas do; a body that cannot be read, or says something twice, becomes null, in JSON too. */
export function parseSiteverifyBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>(
    ['application/json', 'text/plain'],
    { parseAs: 'string', bodyLimit },
    (request, body, done) => {
      void parseJson(request, body, (error, value) => done(error, error === null && repeatsField(body) ? null : value))
    },
  )
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    (_request, body, done) => {
      done(null, gatherFields(formEntries(body.toString())))
    },
  )
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit },
    async (request: FastifyRequest, body: Buffer) => {
      const entries = await multipartEntries(body, request.headers['content-type'] ?? '')
      return entries === null ? null : gatherFields(entries)
    },
  )
}
