import { Ajv } from 'ajv'
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

/**
 * Validates the routes of this scope without Fastify's default leniency: unknown fields are refused
 * instead of dropped, and a number is no string, so that the hot path accepts what the contract accepts.
 */
export function validateStrictly(app: FastifyInstance): void {
  const ajv = new Ajv({
    removeAdditional: false,
    coerceTypes: false,
    useDefaults: false,
    allErrors: false,
    strict: true,
  })
  app.setValidatorCompiler(({ schema }) => ajv.compile(schema))
}
