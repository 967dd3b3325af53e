import { Ajv } from 'ajv'
import type { FastifyInstance } from 'fastify'

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
