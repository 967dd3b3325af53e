import { cookieValue } from '../cookie-value.ts'
import type { Site } from '../site.ts'

export type Consent = 'accepted' | 'rejected'

const consentCookie = 'cookie_consent'
const tokenCookie = 'advertising_token'
const day = 86_400
/** After half a year people are asked again, whatever they said. */
export const consentDays = 180
/** As long as a click counts. */
export const advertisingTokenDays = 90
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u

/** What a visitor has said about cookies that are not needed; null where nobody has asked yet. Whoever sends Global Privacy Control has said no. */
export function consentOf(request: Request): Consent | null {
  const value = cookieValue(request.headers.get('cookie'), consentCookie)
  if (value === 'accepted' || value === 'rejected') return value
  return request.headers.get('sec-gpc') === '1' ? 'rejected' : null
}

/** The id under which the click is kept that brought a visitor here; null without one, or without consent. */
export function advertisingTokenOf(request: Request): string | null {
  const value = cookieValue(request.headers.get('cookie'), tokenCookie)
  return consentOf(request) === 'accepted' && value !== null && uuid.test(value) ? value : null
}

/** `set-cookie` values that remember an answer, for all sites. A no takes the id of the click away again. */
export function consentCookies(site: Pick<Site, 'secure' | 'cookieDomain'>, consent: Consent, advertisingToken: string | null): string[] {
  const write = (name: string, value: string, days: number, more = '') =>
    `${name}=${value}; Max-Age=${days * day}; Path=/${site.cookieDomain ? `; Domain=${site.cookieDomain}` : ''}; SameSite=Lax${site.secure ? '; Secure' : ''}${more}`
  const answer = write(consentCookie, consent, consentDays)
  if (consent === 'rejected') return [answer, write(tokenCookie, '', 0, '; HttpOnly')]
  return advertisingToken === null ? [answer] : [answer, write(tokenCookie, advertisingToken, advertisingTokenDays, '; HttpOnly')]
}
