import { cookieValue } from '@bollard/site-kit'

/** What a pass looks like. */
export const passShape = /^[\w.~-]{1,200}$/u

/** Names the cookie of a page, so that two pages of one host stand beside each other. */
const nameOf = (address: string): string => `status-pass-${address.replaceAll(/[^a-z0-9-]/gu, '')}`

/** What the visitor's password was exchanged for; null without one. */
export function passOf(request: Request, address: string): string | null {
  const value = cookieValue(request.headers.get('cookie'), nameOf(address))
  return value !== null && passShape.test(value) ? value : null
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
