import type { RouterContextProvider } from 'react-router'
import { attempt, type Attempt } from './attempt.ts'
import { type RequestScope, scopeOf } from './request-scope.ts'
import { openRedirect, proveRedirect, signInRedirect } from './sign-in-redirect.ts'

interface Sender {
  context: Readonly<RouterContextProvider>
  request: Request
}

/**
 * What a form asks for. Whose session of the admin site has ended opens it again. Who was signed out meanwhile, or has to prove who they are, does so first and comes back to the page;
 * `search` fills its form again from the address, so it must hold nothing secret and nothing about people: `hold` keeps that elsewhere.
 */
export async function act<T>(
  { context, request }: Sender,
  call: Promise<T>,
  search = '',
  hold?: (scope: RequestScope) => void,
): Promise<Attempt<T>> {
  const answer = await attempt(call)
  if (answer.ok) return answer
  const scope = scopeOf(context, request)
  const path = `${new URL(request.url).pathname.replace(/\.data$/u, '')}${search}`
  if (answer.problem.status === 401) hold?.(scope)
  if (answer.problem.code === 'step-up-required') throw proveRedirect(scope, request, path)
  if (answer.problem.status === 401) throw signInRedirect(scope, request, search)
  if (answer.problem.code === 'operator-session-needed') throw openRedirect(scope, request)
  return answer
}
