import { cookieValue } from '@bollard/site-kit'
import { findUser, scopeOf } from '@bollard/site-kit/server'
import type { Route } from './+types/administration.ts'

/** A browser asks once in so many seconds, however many pages it opens. */
const freshSeconds = 300

/**
 * Where the admin site is, for administrators; null for anybody else. Pages are kept and the same for everybody, so none of them can say
 * it: the footer asks. Visitors who never signed in cost no call to the API.
 */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const { site, language } = scopeOf(context, request)
  const isAdmin = mayBeSignedIn(request) && ((await findUser(context, request))?.isAdmin ?? false)
  return Response.json(
    { url: isAdmin ? `${site.urls.admin}/${language}/overview` : null },
    { headers: { 'cache-control': `private, max-age=${freshSeconds}`, vary: 'cookie' } },
  )
}

/** As the identity service names the cookie, over TLS and without. */
const sessionCookies = ['__Secure-bollard.session_token', 'bollard.session_token']

function mayBeSignedIn(request: Request): boolean {
  const cookies = request.headers.get('cookie')
  return sessionCookies.some((name) => (cookieValue(cookies, name) ?? '') !== '')
}
