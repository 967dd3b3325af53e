import { type RequestScope, safeReturnTo } from '@bollard/site-kit/server'
import { redirect } from 'react-router'
import { heldToken } from '../invitation/held-token.server.ts'
import { rememberMethod, type SignInMethod } from './last-method.server.ts'

interface SignIn {
  method?: SignInMethod
  returnTo?: unknown
  /** Of an account that has never been signed in before. */
  isFirst?: boolean
}

/**
 * Leaves for the page that asked for the sign-in, else for the dashboard. Somebody who signed up because of an invitation
 * comes back to it, also through the link of a mail, which knows nothing of it.
 */
export function afterSignIn(
  scope: RequestScope,
  request: Request,
  { method = 'password', returnTo, isFirst = false }: SignIn,
): Response {
  rememberMethod(scope, method)
  const { site, language } = scope
  const invited =
    isFirst && heldToken(request, 'invitation') !== null ? `${site.urls.identity}/${language}/invitation` : null
  const target = new URL(safeReturnTo(returnTo, site.urls) ?? invited ?? `${site.urls.dashboard}/${language}/dashboard`)
  const mayGreet = [site.urls.dashboard, site.urls.identity].some((url) => new URL(url).origin === target.origin)
  if (isFirst && mayGreet) target.searchParams.set('firstsignin', '1')
  return redirect(target.href)
}
