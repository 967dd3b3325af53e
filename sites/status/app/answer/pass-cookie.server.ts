import { cookieValue } from '@bollard/site-kit'
import type { RequestScope } from '@bollard/site-kit/server'
import { findPage } from '../kept/status-pages.server.ts'
import { placeOf } from './address.ts'

const shape = /^[\w.~-]{1,200}$/u

/** Names the cookie of a page, so that two pages of one host stand beside each other. */
const nameOf = (address: string): string => `status-pass-${address.replaceAll(/[^a-z0-9-]/gu, '')}`

/** What the visitor's password was exchanged for; null without one. */
export function passOf(request: Request, address: string): string | null {
  const value = cookieValue(request.headers.get('cookie'), nameOf(address))
  return value !== null && shape.test(value) ? value : null
}

interface Passed {
  readonly address: string
  /** What the paths start with to which the cookie goes. */
  readonly here: string
  readonly pass: string
  /** ISO 8601; without it the cookie goes with the browser's session, and the pass itself ends. */
  readonly expiresAt?: string
}

/** The only cookie of the site. It goes to this page alone, and no script reads it. */
export function passCookie({ address, here, pass, expiresAt }: Passed, secure: boolean): string {
  const until = expiresAt === undefined ? '' : ` Expires=${new Date(expiresAt).toUTCString()};`
  return `${nameOf(address)}=${pass}; Path=${here || '/'};${until} HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}

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
  const found = shape.test(pass) ? await findPage({ scope, address, pass }).catch(() => null) : null
  // With a pass that opens nothing, the form itself asks for the password.
  if (found?.answer.content != null)
    headers.append('set-cookie', passCookie({ address, here, pass }, scope.site.secure))
  return new Response(null, { status: 303, headers })
}
