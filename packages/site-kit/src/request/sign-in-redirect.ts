import { redirect } from 'react-router'
import { pageAddress } from './page-address.ts'
import type { RequestScope } from './request-scope.ts'

/** To the identity site, with the way back: the page of `request`, with `search` where the page fills its form from the address. */
export function signInRedirect(
  { site, language }: RequestScope,
  request: Request,
  search = pageAddress(request).search,
): Response {
  return comingBack(
    new URL(`/${language}/sign-in`, site.urls.identity),
    site,
    `${pageAddress(request).pathname}${search}`,
  )
}

/**
 * To the identity site after `step-up-required`, with the way back: `path` of this site, such as a page that fills its form again
 * from the address. Without it the page of `request`.
 */
export function proveRedirect({ site, language }: RequestScope, request: Request, path?: string): Response {
  const { pathname, search } = pageAddress(request)
  return comingBack(new URL(`/${language}/prove`, site.urls.identity), site, path ?? `${pathname}${search}`)
}

/** The same where only a second factor proves enough: the password is not offered. */
export function proveFactorRedirect({ site, language }: RequestScope, path: string): Response {
  return comingBack(new URL(`/${language}/prove?factor=needed`, site.urls.identity), site, path)
}

/** To the page of the admin site that opens it, with the way back to the page of `request`. */
export function openRedirect({ site, language }: RequestScope, request: Request): Response {
  const { pathname, search } = pageAddress(request)
  return comingBack(new URL(`/${language}/open`, site.urls.admin), site, `${pathname}${search}`)
}

function comingBack(address: URL, site: RequestScope['site'], path: string): Response {
  address.searchParams.set('returnTo', new URL(path, site.urls[site.name]).href)
  return redirect(address.href)
}
