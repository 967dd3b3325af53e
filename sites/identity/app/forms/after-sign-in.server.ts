import { type RequestScope, safeReturnTo } from '@bollard/site-kit/server'
import { redirect } from 'react-router'

/** Leaves for the page that asked for the sign-in, else for the dashboard. */
export function afterSignIn({ site, language }: RequestScope, returnTo: unknown): Response {
  return redirect(safeReturnTo(returnTo, site.urls) ?? `${site.urls.dashboard}/${language}/dashboard`)
}
