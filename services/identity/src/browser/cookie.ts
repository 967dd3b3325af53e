import { readCookie } from '@bollard/http'
import type { IdentityContext } from '../identity-context.ts'

/** A `set-cookie` value for the identity site alone, out of reach of scripts; 0 seconds delete it. */
export function hostCookie(
  { secure }: Pick<IdentityContext, 'secure'>,
  name: string,
  value: string,
  seconds: number,
): string {
  return `${hostCookieName(secure, name)}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}

/** The value of such a cookie; empty without one. */
export function readHostCookie(
  { secure }: Pick<IdentityContext, 'secure'>,
  cookieHeader: string | undefined,
  name: string,
): string {
  return readCookie(cookieHeader, hostCookieName(secure, name)) ?? ''
}

/** Browsers keep `__Host-` cookies from being set by any other host or over a connection that is not encrypted. */
const hostCookieName = (secure: boolean, name: string): string => `${secure ? '__Host-' : ''}bollard.${name}`
