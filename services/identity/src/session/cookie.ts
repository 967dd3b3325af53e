import { createHmac, timingSafeEqual } from 'node:crypto'
import { readCookie } from '@bollard/http'
import type { IdentityContext } from '../identity-context.ts'
import { allSecrets, newestSecret } from '../secrets/derive-key.ts'
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
  const value = decode(readCookie(cookieHeader, sessionCookieName(context)) ?? '')
  const dot = value.lastIndexOf('.')
  if (dot < 1) return null
  const token = value.slice(0, dot)
  const given = Buffer.from(value.slice(dot + 1), 'base64')
  const isOurs = allSecrets(context.secret).some((secret) => {
    const expected = sign({ secret }, token)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  return isOurs ? token : null
}

const sessionCookieName = ({ secure }: CookieContext): string => `${secure ? '__Secure-' : ''}bollard.session_token`

function writeSessionCookie(context: CookieContext, value: string, seconds: number): string {
  const domain = context.cookieDomain ? `; Domain=${context.cookieDomain}` : ''
  return `${sessionCookieName(context)}=${value}; Max-Age=${seconds}${domain}; Path=/; HttpOnly; SameSite=Lax${context.secure ? '; Secure' : ''}`
}

const sign = ({ secret }: Pick<CookieContext, 'secret'>, token: string): Buffer =>
  createHmac('sha256', newestSecret(secret)).update(token).digest()

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}
