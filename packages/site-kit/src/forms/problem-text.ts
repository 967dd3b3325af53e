import type { TFunction } from 'i18next'

/** What a page needs of a problem to explain it. */
export interface ShownProblem {
  code: string
  requestId?: string | undefined
  retryAfterSeconds?: number | undefined
  errors?:
    | readonly { pointer: string; code: string; params?: Record<string, string | number> | undefined }[]
    | undefined
}

/** The sentence for a problem as a whole; an unknown code reads as a fault of ours. */
export function problemText(t: TFunction, problem: ShownProblem): string {
  if (problem.code === 'rate-limited' && problem.retryAfterSeconds)
    return t(($) => $.structure.rateLimitedFor, { count: Math.max(1, Math.ceil(problem.retryAfterSeconds / 60)) })
  const texts: Readonly<Record<string, string>> = t(($) => $.structure.problems, { returnObjects: true })
  return texts[problem.code] ?? t(($) => $.structure.problems.internal)
}

/** The sentence for one field's error; an unknown code asks to check the entry. */
export function fieldErrorText(
  t: TFunction,
  code: string,
  params: Readonly<Record<string, string | number>> = {},
): string {
  const texts: Readonly<Record<string, string>> = t(($) => $.structure.fieldErrors, { ...params, returnObjects: true })
  return texts[code] ?? t(($) => $.structure.fieldErrors.invalid)
}
