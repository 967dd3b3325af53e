import type { Problem } from '@bollard/contracts'
import { proveRedirect, scopeOf, signInRedirect } from '@bollard/site-kit/server'
import { data, type RouterContextProvider } from 'react-router'

/**
 * What an action answers to a refusal: whoever was signed out signs in first, whoever has to prove themselves does, what does
 * not exist gets its page. Everything else is said beside the form, with what was typed as `more`.
 */
export function answerProblem<More extends object>(context: Readonly<RouterContextProvider>, request: Request, problem: Problem, more: More) {
  const scope = scopeOf(context, request)
  scope.personal = true
  if (problem.code === 'step-up-required') throw proveRedirect(scope, request)
  if (problem.status === 401) throw signInRedirect(scope, request)
  if (problem.status === 404) throw data({ code: 'not-found', requestId: problem.requestId || scope.requestId }, { status: 404 })
  return data({ problem, ...more }, { status: problem.status })
}
