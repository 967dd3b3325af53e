import { textOf } from '@bollard/site-kit'
import { hiddenCookie, safeReturnTo, scopeOf } from '@bollard/site-kit/server'
import { redirect } from 'react-router'
import { putAsideCookie } from '../frame/put-aside-cookie.ts'
import type { Route } from './+types/put-aside.ts'

const dayInSeconds = 86_400

/** Puts the notice about a second factor aside for a day, and leads back to where it stood. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const scope = scopeOf(context, request)
  scope.setCookies.push(hiddenCookie(scope.site, putAsideCookie.name, putAsideCookie.value, dayInSeconds))
  const back = safeReturnTo(textOf(await request.formData(), 'returnTo'), scope.site.urls)
  return redirect(back ?? `/${params.language}/dashboard`)
}

export const loader = ({ params }: Route.LoaderArgs) => redirect(`/${params.language}/dashboard`)
