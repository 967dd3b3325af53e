import { apiOf, load, scopeOf } from '@bollard/site-kit/server'
import { redirect } from 'react-router'
import { dropForm } from '../forms/held-form.server.ts'
import type { Route } from './+types/sign-out.ts'

/** The sites share one session, so it can be ended from here; the identity site then says so. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const scope = scopeOf(context, request)
  const { site } = scope
  await load(context, request, apiOf(context, request).deleteCurrentSession())
  // Somebody else may use this browser next.
  dropForm(scope, request)
  return redirect(`${site.urls.identity}/${params.language}/sign-out`)
}

export const loader = ({ params }: Route.LoaderArgs) => redirect(`/${params.language}/dashboard`)
