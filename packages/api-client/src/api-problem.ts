import type { Problem, ProblemCode } from '@bollard/contracts'

type FieldError = NonNullable<Problem['errors']>[number]

/** A call that the service refused. */
export class ApiProblem extends Error {
  readonly problem: Problem
  /** Codes never change their meaning; a newer service may send one that this client does not know. */
  readonly code: ProblemCode | (string & {})
  readonly status: number
  readonly retryAfterSeconds: number | undefined
  /** The first fault of each field, by its JSON pointer, such as `/label`. */
  readonly errors: ReadonlyMap<string, FieldError>

  constructor(problem: Problem) {
    super(`${problem.status} ${problem.code}: ${problem.detail}`)
    this.name = 'ApiProblem'
    this.problem = problem
    this.code = problem.code
    this.status = problem.status
    this.retryAfterSeconds = problem.retryAfterSeconds
    // Reversed, so that the first of several faults is the one that stays.
    this.errors = new Map((problem.errors ?? []).toReversed().map((error) => [error.pointer, error]))
  }
}

/** Whether a body is a problem of ours, as opposed to the error page of some proxy. */
export function isProblem(body: unknown): body is Problem {
  return (
    typeof body === 'object' &&
    body !== null &&
    'code' in body &&
    typeof body.code === 'string' &&
    'status' in body &&
    typeof body.status === 'number' &&
    'detail' in body &&
    typeof body.detail === 'string' &&
    (!('errors' in body) || Array.isArray(body.errors))
  )
}
