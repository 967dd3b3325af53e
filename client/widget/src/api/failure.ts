/** Why a check could not be finished, as far as a visitor or the website's owner can do something about it. */
export type FailureCode = 'offline' | 'rate-limited' | 'misconfigured' | 'unavailable'

/** How the service was away: no answer at all, or one that said that it cannot answer. */
export type Outage = 'unreachable' | 'unavailable'

/** A call that did not give what it should. `problem` is the code of the API's answer, if there was one. */
export class CallFailure extends Error {
  readonly code: FailureCode
  readonly problem: string
  /** Undefined where the service was there, and would not. */
  readonly outage: Outage | undefined

  constructor(code: FailureCode, problem: string, outage?: Outage) {
    super(problem)
    this.code = code
    this.problem = problem
    this.outage = outage
  }
}

const misconfigured = ['origin-not-allowed', 'site-key-unknown', 'site-paused', 'validation-failed']

/** Status and problem code of a refused call to what it means for the visitor. */
export function failureOf(status: number, problem: string): CallFailure {
  if (status === 429) return new CallFailure('rate-limited', problem)
  if (misconfigured.includes(problem)) return new CallFailure('misconfigured', problem)
  // What stands before the service has no codes.
  return status < 500
    ? new CallFailure('unavailable', problem)
    : new CallFailure('unavailable', problem || 'unavailable', 'unavailable')
}
