import { randomBytes } from 'node:crypto'
import { browserIdCookie } from '@bollard/contracts'
import { cookieValue } from '../site/cookie-value.ts'

const shape = /^[A-Za-z0-9_-]{22}$/u

/** The browser's id from its cookie, or null when it has none that we could have made. */
export function readBrowserId(cookieHeader: string | null): string | null {
  const value = cookieValue(cookieHeader, browserIdCookie)
  return value !== null && shape.test(value) ? value : null
}

/** 128 random bits, and the cookie that keeps them for a year. */
export function newBrowserId(secure: boolean): { browserId: string; setCookie: string } {
  const browserId = randomBytes(16).toString('base64url')
  return {
    browserId,
    setCookie: `${browserIdCookie}=${browserId}; Path=/; Max-Age=31536000; SameSite=Lax${secure ? '; Secure' : ''}`,
  }
}
