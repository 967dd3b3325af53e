import { type Problem, type ProblemCode, ProblemError, type ProblemExtra } from '@bollard/contracts'
import { toProblem } from './to-problem.ts'

/** What comes with a code beside its sentence, as a caller would see it. */
const extras: Partial<Readonly<Record<ProblemCode, ProblemExtra>>> = {
  'unknown-field': { errors: [{ pointer: '/colour', code: 'unknown-field' }] },
  'invalid-parameter': { errors: [{ pointer: '/limit', code: 'too-large', params: { max: 100 } }] },
  'validation-failed': { errors: [{ pointer: '/name', code: 'required' }] },
  throttled: { retryAfterSeconds: 12, ticket: 'EXAMPLEEXAMPLEEXAMPLE' },
  unavailable: { retryAfterSeconds: 2 },
}

/** One problem of each of the codes by the code, sorted, as the API answers it. */
export function exampleProblems(codes: readonly ProblemCode[], docsUrl?: string): Record<string, Problem> {
  return Object.fromEntries([...new Set(codes)].toSorted().map((code) => [code, problemOf(code, docsUrl)]))
}

function problemOf(code: ProblemCode, docsUrl: string | undefined): Problem {
  const error =
    code === 'rate-limited'
      ? new ProblemError(code, undefined, { limit: 20, retryAfterSeconds: 12 })
      : new ProblemError(code, undefined, extras[code])
  return toProblem(error, { requestId: '01900000-0000-7000-9000-000000000001', docsUrl })
}
