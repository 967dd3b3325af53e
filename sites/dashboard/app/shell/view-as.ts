import { apiOf, load, scopeOf } from '@bollard/site-kit/server'
import { redirect } from 'react-router'
import type { Route } from './+types/view-as.ts'

/** The link of the admin site: it works once, and lets an operator look at somebody's dashboard. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  if (token !== '') await load(context, request, apiOf(context, request).openView({ viewTokenDto: { token } }))
  return redirect(`/${params.language}/dashboard`)
}

/** Ends the view, and leads back to where it began. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const { site } = scopeOf(context, request)
  const api = apiOf(context, request)
  const viewed = await load(context, request, api.getCurrentSession())
  await load(context, request, api.endView())
  return redirect(
    viewed.view && site.urls.admin
      ? `${site.urls.admin}/${params.language}/users/${viewed.id}`
      : `/${params.language}/dashboard`,
  )
}
