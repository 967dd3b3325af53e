import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IdentityContext } from '../identity-context.ts'
import { sessionIdleSeconds } from './lifetime.ts'

type CookieContext = Pick<IdentityContext, 'secret' | 'secure' | 'cookieDomain'>

/** The `set-cookie` value that signs a browser in on all sites: `token.base64(HMAC-SHA256)` in URL encoding. */
export function sessionCookie(context: CookieContext, token: string): string {
  return writeSessionCookie(
    context,
    encodeURIComponent(`${token}.${sign(context, token).toString('base64')}`),
    sessionIdleSeconds,
  )
}

/** The `set-cookie` value that takes the session out of a browser. */
export function endedSessionCookie(context: CookieContext): string {
  return writeSessionCookie(context, '', 0)
}

/** The token in a `cookie` header; null when there is none, when its signature is not ours, and when two differ. */
export function readSessionToken(context: CookieContext, cookieHeader: string | undefined): string | null {
  const value = decode(findCookie(cookieHeader, sessionCookieName(context)))
  const dot = value.lastIndexOf('.')
  if (dot < 1) return null
  const token = value.slice(0, dot)
  const given = Buffer.from(value.slice(dot + 1), 'base64')
  const expected = sign(context, token)
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null
}

/** A `set-cookie` value for the identity site alone, out of reach of scripts; 0 seconds delete it. */
export function hostCookie(
  { secure }: Pick<CookieContext, 'secure'>,
  name: string,
  value: string,
  seconds: number,
): string {
  return `${hostCookieName(secure, name)}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}

/** The value of such a cookie; empty without one. */
export function readHostCookie(
  { secure }: Pick<CookieContext, 'secure'>,
  cookieHeader: string | undefined,
  name: string,
): string {
  return findCookie(cookieHeader, hostCookieName(secure, name))
}

/** Browsers keep `__Host-` cookies from being set by any other host or over a connection that is not encrypted. */
const hostCookieName = (secure: boolean, name: string): string => `${secure ? '__Host-' : ''}bollard.${name}`

const sessionCookieName = ({ secure }: CookieContext): string => `${secure ? '__Secure-' : ''}bollard.session_token`

function writeSessionCookie(context: CookieContext, value: string, seconds: number): string {
  const domain = context.cookieDomain ? `; Domain=${context.cookieDomain}` : ''
  return `${sessionCookieName(context)}=${value}; Max-Age=${seconds}${domain}; Path=/; HttpOnly; SameSite=Lax${context.secure ? '; Secure' : ''}`
}

const sign = ({ secret }: CookieContext, token: string): Buffer => createHmac('sha256', secret).update(token).digest()

/**
 * Empty without one, and when there are several that differ: another host of the same domain may have put one beside ours, and
 * nothing tells which of them the browser had from us.
 */
function findCookie(header: string | undefined, name: string): string {
  const values = new Set<string>()
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at !== -1 && pair.slice(0, at).trim() === name) values.add(pair.slice(at + 1).trim())
  }
  const [value = '', ...others] = values
  return others.length === 0 ? value : ''
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}
