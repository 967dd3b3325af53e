import { cookieValue } from '@bollard/site-kit'

const shape = /^[\w.~-]{1,200}$/u

/** Names the cookie of a page, so that two pages of one host stand beside each other. */
const nameOf = (address: string): string => `status-pass-${address.replaceAll(/[^a-z0-9-]/gu, '')}`

/** What the visitor's password was exchanged for; null without one. */
export function passOf(request: Request, address: string): string | null {
  const value = cookieValue(request.headers.get('cookie'), nameOf(address))
  return value !== null && shape.test(value) ? value : null
}

/** The only cookie of the site. It goes to this page alone, and no script reads it. `expiresAt` is ISO 8601. */
export function passCookie(
  { address, base, pass, expiresAt }: { address: string; base: string; pass: string; expiresAt: string },
  secure: boolean,
): string {
  const until = new Date(expiresAt).toUTCString()
  return `${nameOf(address)}=${pass}; Path=${base || '/'}; Expires=${until}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}
