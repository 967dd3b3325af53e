import type { Problem } from '@bollard/contracts'
import { pageAddress, proveRedirect, scopeOf, signInRedirect } from '@bollard/site-kit/server'
import { data, type RouterContextProvider } from 'react-router'

/**
 * What an action answers to a refusal: whoever was signed out signs in first, whoever has to prove themselves does, what does
 * not exist gets its page. Everything else is said beside the form, with what was typed as `more`. A proof leads back to this
 * page with the ids of `chosen` in its address, which stand for what the form held.
 */
export function answerProblem<More extends object>(
  context: Readonly<RouterContextProvider>,
  request: Request,
  problem: Problem,
  more: More,
  chosen: Readonly<Record<string, string | null>> = {},
) {
  const scope = scopeOf(context, request)
  scope.personal = true
  if (problem.code === 'step-up-required') throw proveRedirect(scope, request, provenPath(request, chosen))
  if (problem.status === 401) throw signInRedirect(scope, request)
  if (problem.status === 404)
    throw data({ code: 'not-found', requestId: problem.requestId || scope.requestId }, { status: 404 })
  return data({ problem, ...more }, { status: problem.status })
}

function provenPath(request: Request, chosen: Readonly<Record<string, string | null>>): string {
  const { pathname, search } = pageAddress(request)
  const params = new URLSearchParams(search)
  // Of an earlier form, whose message would be shown once more.
  params.delete('done')
  for (const [name, value] of Object.entries(chosen)) if (value !== null) params.set(name, value)
  params.set('proven', '')
  return `${pathname}?${params}`
}
