import type { SessionUser } from '@bollard/contracts'
import { data, type RouterContextProvider } from 'react-router'
import { apiOf } from './api.ts'
import { attempt } from './attempt.ts'
import { scopeOf } from './request-scope.ts'
import { signInRedirect } from './sign-in-redirect.ts'

/** The signed-in person, or null. Asked once per request, however many loaders ask. */
export function findUser(context: Readonly<RouterContextProvider>, request: Request): Promise<SessionUser | null> {
  const scope = scopeOf(context, request)
  scope.personal = true
  scope.user ??= loadUser(context, request)
  return scope.user
}

/** The signed-in person. Anybody else is sent to sign in and comes back to this page. */
export async function requireUser(context: Readonly<RouterContextProvider>, request: Request): Promise<SessionUser> {
  const user = await findUser(context, request)
  if (user) return user
  throw signInRedirect(scopeOf(context, request), request)
}

async function loadUser(context: Readonly<RouterContextProvider>, request: Request): Promise<SessionUser | null> {
  // Without any cookie nobody is signed in; that saves the call.
  if (!request.headers.has('cookie')) return null
  const answer = await attempt(apiOf(context, request).getCurrentSession())
  if (answer.ok) return answer.value
  if (answer.problem.status === 401) return null
  throw data(
    { code: answer.problem.code, requestId: answer.problem.requestId || scopeOf(context, request).requestId },
    { status: answer.problem.status },
  )
}
