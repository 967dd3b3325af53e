import { cookieValue } from '@bollard/site-kit'
import { hiddenCookie, type RequestScope } from '@bollard/site-kit/server'

export type HeldToken = 'invitation' | 'join'

/** Long enough to sign up, find the mail and confirm the address. */
const lifeInSeconds = 2 * 60 * 60
const shape = /^[A-Za-z0-9_.-]{16,400}$/u

/**
 * The token of an invitation, which its link carries behind the `#` so that no log ever holds it. It waits in a cookie that no
 * script can read, because people may have to sign in, sign up or read a mail before they can accept.
 */
export function heldToken(request: Request, kind: HeldToken): string | null {
  const value = cookieValue(request.headers.get('cookie'), cookieOf(kind))
  return value !== null && shape.test(value) ? value : null
}

/** Keeps a token; a whole link is taken as well. False when there is none in it. */
export function holdToken(scope: RequestScope, kind: HeldToken, pasted: string): boolean {
  const text = pasted.trim()
  const token = /#(?:.*&)?token=([^&\s]+)/u.exec(text)?.[1] ?? text
  if (!shape.test(token)) return false
  scope.setCookies.push(hiddenCookie(scope.site, cookieOf(kind), token, lifeInSeconds))
  return true
}

export function dropToken(scope: RequestScope, kind: HeldToken): void {
  scope.setCookies.push(hiddenCookie(scope.site, cookieOf(kind), '', 0))
}

function cookieOf(kind: HeldToken): string {
  return `held_${kind}`
}
