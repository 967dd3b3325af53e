import { problemText, type ShownProblem } from '@bollard/site-kit'
import type { TFunction } from 'i18next'

/** The sentence for a problem on a page about money; what these pages have no words of their own for, all pages say alike. */
export function billingProblem(t: TFunction, problem: ShownProblem): string {
  const own: Readonly<Record<string, string>> = t(($) => $.billing.problems, { returnObjects: true })
  return own[problem.code] ?? problemText(t, problem)
}
