import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bodyLimit } from '../../edge/request/json-bodies.ts'
import { formEntries, gatherFields, multipartEntries, repeatsField } from './read-fields.ts'

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
