import { cookieValue } from '@bollard/site-kit'
import { isTimeZone } from './formats.ts'

const name = 'time_zone'

/** The visitor's zone as their browser told it on an earlier page, or null. */
export function timeZoneOf(cookieHeader: string | null): string | null {
  const zone = cookieValue(cookieHeader, name)
  return zone !== null && isTimeZone(zone) ? zone : null
}

/** Value for `document.cookie`; a year, this site's paths only. */
export function timeZoneCookie(zone: string): string {
  return `${name}=${encodeURIComponent(zone)}; Path=/; Max-Age=31536000; SameSite=Lax`
}
