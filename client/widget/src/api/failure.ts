/** Why a check could not be finished, as far as a visitor or the website's owner can do something about it. */
export type FailureCode = 'offline' | 'rate-limited' | 'misconfigured' | 'unavailable'

/** A start that came too soon: when to come again, and what to bring along. */
export interface Throttle {
  readonly retryAfterSeconds: number
  readonly ticket: string | undefined
}

/** How the service was away: no answer at all, or one that said that it cannot answer. */
export type Outage = 'unreachable' | 'unavailable'

/** A call that did not give what it should. `problem` is the code of the API's answer, if there was one. */
export class CallFailure extends Error {
  readonly code: FailureCode
  readonly problem: string
  /** Undefined where the service was there, and would not. */
  readonly outage: Outage | undefined
  readonly throttle: Throttle | undefined

  constructor(code: FailureCode, problem: string, outage?: Outage, throttle?: Throttle) {
    super(problem)
    this.code = code
    this.problem = problem
    this.outage = outage
    this.throttle = throttle
  }
}

const misconfigured = ['origin-not-allowed', 'site-key-unknown', 'site-paused', 'validation-failed']

/** Status and body of a refused call to what it means for the visitor. */
export function failureOf(status: number, body: unknown): CallFailure {
  const { code = '', retryAfterSeconds, ticket } = Object(body)
  const problem = String(code)
  if (status === 429)
    return new CallFailure(
      'rate-limited',
      problem,
      undefined,
      problem === 'throttled' && retryAfterSeconds >= 0 ? { retryAfterSeconds, ticket } : undefined,
    )
  if (misconfigured.includes(problem)) return new CallFailure('misconfigured', problem)
  // What stands before the service has no codes.
  return status < 500
    ? new CallFailure('unavailable', problem)
    : new CallFailure('unavailable', problem || 'unavailable', 'unavailable')
}
