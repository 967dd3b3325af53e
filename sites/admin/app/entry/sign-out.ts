import { apiOf, attempt, scopeOf } from '@bollard/site-kit/server'
import { redirect } from 'react-router'
import type { Route } from './+types/sign-out.ts'

/** Ends the session of this site; the ordinary one goes on. One that has ended already needs nothing. */
export async function action({ request, context, params }: Route.ActionArgs) {
  await attempt(apiOf(context, request).endOperatorSession())
  return redirect(`${scopeOf(context, request).site.urls.dashboard}/${params.language}/dashboard`)
}

export const loader = ({ params }: Route.LoaderArgs) => redirect(`/${params.language}/overview`)
