/** Why a check could not be finished, as far as a visitor or the website's owner can do something about it. */
export type FailureCode = 'offline' | 'rate-limited' | 'misconfigured' | 'unavailable'

/** A call that did not give what it should. `problem` is the code of the API's answer, if there was one. */
export class CallFailure extends Error {
  readonly code: FailureCode
  readonly problem: string

  constructor(code: FailureCode, problem: string) {
    super(problem)
    this.code = code
    this.problem = problem
  }
}

/** Status and problem code of a refused call to what it means for the visitor. */
export function failureOf(status: number, problem: string): CallFailure {
  if (status === 429) return new CallFailure('rate-limited', problem)
  if (problem === 'origin-not-allowed' || problem === 'site-key-unknown' || problem === 'validation-failed') return new CallFailure('misconfigured', problem)
  return new CallFailure('unavailable', problem)
}
