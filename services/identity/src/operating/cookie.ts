import { readCookie } from '@bollard/http'
import type { IdentityContext } from '../identity-context.ts'
import { operatorSessionMs } from './lifetime.ts'

type CookieContext = Pick<IdentityContext, 'secure'>

/**
 * The `set-cookie` value that opens the admin site in a browser. It names no domain, so that it stays at the host of that site, and no
 * page of another site makes a browser send it.
 */
export function operatorCookie(context: CookieContext, token: string): string {
  return writeOperatorCookie(context, token, operatorSessionMs / 1000)
}

/** The `set-cookie` value that takes the session of the admin site out of a browser. */
export function endedOperatorCookie(context: CookieContext): string {
  return writeOperatorCookie(context, '', 0)
}

/** The token in a `cookie` header; null when there is none, and when two differ. */
export function readOperatorToken(context: CookieContext, cookieHeader: string | undefined): string | null {
  return readCookie(cookieHeader, operatorCookieName(context)) || null
}

/** Browsers keep `__Host-` cookies from being set by any other host. */
const operatorCookieName = ({ secure }: CookieContext): string => `${secure ? '__Host-' : ''}bollard.operator_token`

function writeOperatorCookie(context: CookieContext, value: string, seconds: number): string {
  return `${operatorCookieName(context)}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Strict${context.secure ? '; Secure' : ''}`
}
