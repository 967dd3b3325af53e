import type { FastifySchemaValidationError } from 'fastify/types/schema.js'
import { toPointer } from './describe-issues.ts'
import type { FieldError } from '@bollard/contracts'

/** What Fastify's JSON Schema validation found wrong (the hot path uses it), in the same codes as zod's findings. */
export function describeSchemaErrors(errors: readonly FastifySchemaValidationError[]): FieldError[] {
  return errors.map(({ instancePath, keyword, params }): FieldError => {
    switch (keyword) {
      case 'required':
        return { pointer: `${instancePath}${toPointer([String(params['missingProperty'])])}`, code: 'required' }
      case 'additionalProperties':
        return { pointer: `${instancePath}${toPointer([String(params['additionalProperty'])])}`, code: 'unknown-field' }
      case 'type':
        return { pointer: instancePath, code: 'invalid-type', params: { expected: String(params['type']) } }
      case 'minLength':
      case 'minItems':
        return { pointer: instancePath, code: 'too-short', params: { min: Number(params['limit']) } }
      case 'maxLength':
      case 'maxItems':
        return { pointer: instancePath, code: 'too-long', params: { max: Number(params['limit']) } }
      case 'minimum':
        return { pointer: instancePath, code: 'too-small', params: { min: Number(params['limit']) } }
      case 'maximum':
        return { pointer: instancePath, code: 'too-large', params: { max: Number(params['limit']) } }
      case 'format':
      case 'pattern':
        return { pointer: instancePath, code: 'invalid-format' }
      default:
        return { pointer: instancePath, code: 'invalid-value' }
    }
  })
}
