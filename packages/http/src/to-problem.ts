import { type Problem, type ProblemCode, type ProblemError, problemStatus } from '@bollard/contracts'
import { problemText } from './problem-text.ts'

/** The body of a refused call. `type` stays the same for a code: a page below `docsUrl`, or else a URN. */
export function toProblem(error: ProblemError, context: { requestId: string; docsUrl?: string | undefined }): Problem {
  const text = problemText[error.code]
  return {
    type: problemType(error.code, context.docsUrl),
    title: text.title,
    status: problemStatus[error.code],
    detail: error.detail ?? text.detail,
    code: error.code,
    requestId: context.requestId,
    ...(error.errors ? { errors: [...error.errors] } : {}),
    ...(error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
    ...(error.ticket === undefined ? {} : { ticket: error.ticket }),
  }
}

export function problemType(code: ProblemCode, docsUrl?: string): string {
  return docsUrl === undefined ? `urn:bollard:problem:${code}` : `${docsUrl.replace(/\/$/u, '')}/errors/${code}`
}
