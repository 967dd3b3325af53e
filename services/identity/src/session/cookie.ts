import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The token in better-auth's session cookie, `token.base64(HMAC-SHA256)` in URL encoding; null when the cookie is missing or
 * its signature is not ours.
 */
export function readSessionToken(cookieHeader: string | undefined, name: string, secret: string): string | null {
  const value = decode(findCookie(cookieHeader ?? '', name))
  const dot = value.lastIndexOf('.')
  if (dot < 1) return null
  const token = value.slice(0, dot)
  const given = Buffer.from(value.slice(dot + 1), 'base64')
  const expected = createHmac('sha256', secret).update(token).digest()
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null
}

function findCookie(header: string, name: string): string {
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=')
    if (at !== -1 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return ''
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}
