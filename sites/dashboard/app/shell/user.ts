import { scopeOf } from '@bollard/site-kit/server'
import { redirect } from 'react-router'
import type { Route } from './+types/user.ts'

/** The pages of one's own account are on the identity site. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { site, language } = scopeOf(context, request)
  return redirect(`${site.urls.identity}/${language}/account`)
}
