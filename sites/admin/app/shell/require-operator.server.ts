import type { OperatorSession, SessionUser } from '@bollard/contracts'
import { apiOf, attempt, openRedirect, requireUser, scopeOf } from '@bollard/site-kit/server'
import { createContext, data, type MiddlewareFunction } from 'react-router'

/** Who operates, for the loaders below. */
export const operatorContext = createContext<{ readonly user: SessionUser; readonly session: OperatorSession }>()

/**
 * Lets operators alone go on, to pages, forms and files: without a session somebody is sent to sign in, an administrator whose session
 * of this site has ended to open it again, and anybody else is refused with 403.
 */
export const requireOperator: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const scope = scopeOf(context, request)
  const user = await requireUser(context, request)
  const refused = (code: string, status: number) => data({ code, requestId: scope.requestId }, { status })
  if (!user.isAdmin) throw refused('forbidden', 403)
  const session = await attempt(apiOf(context, request).getOperatorSession())
  if (!session.ok) {
    if (session.problem.status === 403) throw openRedirect(scope, request)
    throw refused(session.problem.code, session.problem.status)
  }
  context.set(operatorContext, { user, session: session.value })
  return next()
}
