import { SiteError } from '@bollard/site-kit'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { StrangerPage } from '../entry/stranger-page.tsx'

/** What stands in the place of the site for whoever is no operator, and where something failed. */
export function ShellFailure() {
  const error = useRouteError()
  return isRouteErrorResponse(error) && error.status === 403 ? <StrangerPage /> : <SiteError />
}
