import { redirect } from 'react-router'
import type { RequestScope } from './request-scope.ts'

/** To the identity site, with the way back. */
export function signInRedirect({ site, language }: RequestScope, request: Request): Response {
  const { pathname, search } = new URL(request.url)
  const signIn = new URL(`/${language}/sign-in`, site.urls.identity)
  signIn.searchParams.set('returnTo', new URL(`${pathname}${search}`, site.urls[site.name]).href)
  return redirect(signIn.href)
}
