import { data, type RouterContextProvider } from 'react-router'
import { attempt } from './attempt.ts'
import { scopeOf } from './request-scope.ts'
import { proveRedirect, signInRedirect } from './sign-in-redirect.ts'

/** For loaders: the answer of a call, or the page that fits its refusal (sign in, prove oneself again, not found, forbidden, unreachable). */
export async function load<T>(
  context: Readonly<RouterContextProvider>,
  request: Request,
  call: Promise<T>,
): Promise<T> {
  const scope = scopeOf(context, request)
  scope.personal = true
  const answer = await attempt(call)
  if (answer.ok) return answer.value
  const { status, code, requestId } = answer.problem
  if (code === 'step-up-required') throw proveRedirect(scope, request)
  if (status === 401) throw signInRedirect(scope, request)
  throw data({ code, requestId: requestId || scope.requestId }, { status })
}
