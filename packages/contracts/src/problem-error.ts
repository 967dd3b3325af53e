import type { Problem, ProblemCode } from './problem.ts'

/** One field at fault. `pointer` is a JSON pointer into the body or the parameters, `code` a stable name, `params` what a text about it needs. */
export type FieldError = NonNullable<Problem['errors']>[number]

export interface ProblemExtra {
  readonly errors?: readonly FieldError[]
  /** Whole seconds after which the same call may work; also sent as `retry-after`. */
  readonly retryAfterSeconds?: number
  /** A place in the queue, for the next try. */
  readonly ticket?: string
  /** How many there may be; also sent as `ratelimit-limit`. */
  readonly limit?: number
}

/** Whoever is too fast is always told how fast is not, and when to come back. */
type RateLimitExtra = ProblemExtra & Required<Pick<ProblemExtra, 'limit' | 'retryAfterSeconds'>>

/**
 * Throw it anywhere in a route to refuse the call. `detail` is read by the caller's developer, so it
 * must not hold input, SQL or a stack; without it the general sentence of the code is sent.
 */
export class ProblemError extends Error {
  readonly code: ProblemCode
  readonly detail: string | undefined
  readonly errors: readonly FieldError[] | undefined
  readonly retryAfterSeconds: number | undefined
  readonly limit: number | undefined
  readonly ticket: string | undefined

  constructor(code: 'rate-limited', detail: string | undefined, extra: RateLimitExtra)
  constructor(code: Exclude<ProblemCode, 'rate-limited'>, detail?: string, extra?: ProblemExtra)
  constructor(code: ProblemCode, detail?: string, extra: ProblemExtra = {}) {
    // Where it was thrown tells nobody anything, and to find out costs more than the rest of a refusal.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(detail ?? code)
    Error.stackTraceLimit = stackTraceLimit
    this.name = 'ProblemError'
    this.code = code
    this.detail = detail
    this.errors = extra.errors
    this.retryAfterSeconds = extra.retryAfterSeconds
    this.limit = extra.limit
    this.ticket = extra.ticket
  }
}
