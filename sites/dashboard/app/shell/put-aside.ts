import { textOf } from '@bollard/site-kit'
import { hiddenCookie, safeReturnTo, scopeOf } from '@bollard/site-kit/server'
import { redirect } from 'react-router'
import { putAsideCookie, putAsideNotices } from '../frame/put-aside-cookie.ts'
import type { Route } from './+types/put-aside.ts'

const dayInSeconds = 86_400

/** Puts a notice aside for a day, and leads back to where it stood. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const scope = scopeOf(context, request)
  const form = await request.formData()
  const notice = putAsideNotices.find((one) => one === textOf(form, 'notice'))
  if (notice !== undefined) {
    const { name, value } = putAsideCookie(notice)
    scope.setCookies.push(hiddenCookie(scope.site, name, value, dayInSeconds))
  }
  const back = safeReturnTo(textOf(form, 'returnTo'), scope.site.urls)
  return redirect(back ?? `/${params.language}/dashboard`)
}

export const loader = ({ params }: Route.LoaderArgs) => redirect(`/${params.language}/dashboard`)
