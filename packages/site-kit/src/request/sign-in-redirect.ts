import { redirect } from 'react-router'
import { pageAddress } from './page-address.ts'
import type { RequestScope } from './request-scope.ts'

/** To the identity site, with the way back: the page of `request`, with `search` where the page fills its form from the address. */
export function signInRedirect({ site, language }: RequestScope, request: Request, search = pageAddress(request).search): Response {
  const signIn = new URL(`/${language}/sign-in`, site.urls.identity)
  signIn.searchParams.set('returnTo', new URL(`${pageAddress(request).pathname}${search}`, site.urls[site.name]).href)
  return redirect(signIn.href)
}
