import { type Problem, type ProblemCode, problemStatus } from '@bollard/contracts'

/** A refusal as the service answers it, with the fields that it is about. */
export function exampleProblem(code: ProblemCode, errors?: Problem['errors']): Problem {
  return {
    type: 'about:blank',
    title: code,
    detail: '',
    code,
    status: problemStatus[code],
    requestId: '01K5Z7Q0000000000000000000',
    ...(errors === undefined ? {} : { errors }),
  }
}
