import type { RequestScope } from '@bollard/site-kit/server'
import { placeOf } from '../answer/address.ts'
import { passCookie, passShape } from '../answer/pass-cookie.server.ts'
import { findPage } from '../kept/status-pages.server.ts'

/**
 * Takes the pass of a visitor who comes from a page's own host to its form, in the body of the request, so that the password isn't asked for
 * again and nothing of it is in an address. Any page may send it: a pass opens one page, and the cookie goes to that page's form. Null for
 * other requests.
 */
export async function takePass(request: Request, scope: RequestScope): Promise<Response | null> {
  const url = new URL(request.url)
  const address = /^\/(@[a-z0-9.-]+)\/pass$/u.exec(url.pathname)?.[1]
  if (scope.foreignHost !== undefined || address === undefined || request.method !== 'POST') return null
  const pass = new URLSearchParams(await request.text()).get('pass') ?? ''
  const { here, opened } = placeOf(address, scope)
  const headers = new Headers({ location: opened + url.search, 'cache-control': 'no-store' })
  const found = passShape.test(pass) ? await findPage({ scope, address, pass }).catch(() => null) : null
  // With a pass that opens nothing, the form itself asks for the password.
  if (found?.answer.content != null)
    headers.append('set-cookie', passCookie({ address, here, pass }, scope.site.secure))
  return new Response(null, { status: 303, headers })
}
