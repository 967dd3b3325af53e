import type { FastifyError } from 'fastify'
import { describeSchemaErrors } from './describe-schema-errors.ts'
import { isDatabaseAway } from './is-database-away.ts'
import { ProblemError } from '@bollard/contracts'

/** What the caller is told about an error. Anything unexpected becomes `internal` and tells nothing. */
export function problemFromError(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error
  if (isDatabaseAway(error)) return new ProblemError('unavailable', undefined, { retryAfterSeconds: 2 })
  if (isUnstorableText(error))
    return new ProblemError('validation-failed', 'A text has characters that cannot be stored.')
  return isFastifyError(error) ? fromFastify(error) : new ProblemError('internal')
}

/** A NUL or half a character, which PostgreSQL refuses. Contracts refuse them first; this is for a field that forgot to. */
function isUnstorableText(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '22021' || error.code === '22P05')
}

function fromFastify(error: FastifyError): ProblemError {
  if (error.validation) {
    const errors = describeSchemaErrors(error.validation)
    if (error.validationContext !== 'body') return new ProblemError('invalid-parameter', undefined, { errors })
    return new ProblemError(
      errors.some(({ code }) => code === 'unknown-field') ? 'unknown-field' : 'validation-failed',
      undefined,
      { errors },
    )
  }
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ProblemError('too-large')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ProblemError('media-type')
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    // The caller went away in the middle of the body, so nobody hears this, and no fault of ours is to be logged.
    case 'ECONNRESET':
      return new ProblemError('malformed-json')
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new ProblemError('invalid-parameter')
    default:
      // Fastify's JSON parser marks its own faults with a status and no code.
      return error instanceof SyntaxError && error.statusCode === 400
        ? new ProblemError('malformed-json')
        : new ProblemError('internal')
  }
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && ('statusCode' in error || 'validation' in error || 'code' in error)
}
