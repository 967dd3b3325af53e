import { cookieValue } from '../site/cookie-value.ts'
import type { Site } from '../site/site.ts'

export type Consent = 'accepted' | 'rejected'

const consentCookie = 'cookie_consent'
const tokenCookie = 'advertising_token'
const referralCookie = 'referral_code'
const day = 86_400
/** After half a year people are asked again, whatever they said. */
export const consentDays = 180
/** As long as a click counts, on an advertisement and on a referral link. */
export const clickDays = 90
const referralCode = /^[A-Z\d-]{4,20}$/u
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

/** The code of the referral link by which a visitor came last; null without one, or without consent. */
export function referralCodeOf(request: Request): string | null {
  const value = cookieValue(request.headers.get('cookie'), referralCookie)
  return consentOf(request) === 'accepted' && value !== null && referralCode.test(value) ? value : null
}

/** What brought a visitor here; null where nothing did. */
export interface KeptClick {
  readonly advertisingToken: string | null
  readonly referralCode: string | null
}

/** `set-cookie` values that remember an answer, for all sites. A no takes what stands for clicks away again; with a yes the last click counts. */
export function consentCookies(
  site: Pick<Site, 'secure' | 'cookieDomain'>,
  consent: Consent,
  click: KeptClick,
): string[] {
  const write = (name: string, value: string, days: number, more = '') =>
    `${name}=${value}; Max-Age=${days * day}; Path=/${site.cookieDomain ? `; Domain=${site.cookieDomain}` : ''}; SameSite=Lax${site.secure ? '; Secure' : ''}${more}`
  const answer = write(consentCookie, consent, consentDays)
  const clicks = [
    { name: tokenCookie, value: click.advertisingToken },
    { name: referralCookie, value: click.referralCode },
  ]
  if (consent === 'rejected') return [answer, ...clicks.map(({ name }) => write(name, '', 0, '; HttpOnly'))]
  return [
    answer,
    ...clicks.flatMap(({ name, value }) => (value === null ? [] : [write(name, value, clickDays, '; HttpOnly')])),
  ]
}
