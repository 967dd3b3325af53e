import { apiOf, load, scopeOf } from '@bollard/site-kit/server'
import { redirect } from 'react-router'
import type { Route } from './+types/sign-out.ts'

/** The sites share one session, so it can be ended from here; the identity site then says so. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const { site } = scopeOf(context, request)
  await load(context, request, apiOf(context, request).deleteCurrentSession())
  return redirect(`${site.urls.identity}/${params.language}/sign-out`)
}

export const loader = ({ params }: Route.LoaderArgs) => redirect(`/${params.language}/dashboard`)
