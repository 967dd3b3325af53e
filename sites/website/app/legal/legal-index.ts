import { scopeOf } from '@bollard/site-kit/server'
import { redirect } from 'react-router'
import { existingPaths } from '../site-map/existing-pages.server.ts'
import { sitePages } from '../site-map/site-pages.ts'
import type { Route } from './+types/legal-index.ts'

/** Leads to the legal notice; where nobody has said who operates this, to the one page that says nothing of them. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { site, language } = scopeOf(context, request)
  const target = existingPaths(site).has(sitePages.legalNotice) ? sitePages.legalNotice : sitePages.cookieSettings
  return redirect(`/${language}${target}`, 302)
}
