import { isTimeZone } from './formats.ts'

const name = 'time_zone'

/** The visitor's zone as their browser told it on an earlier page, or null. */
export function timeZoneOf(cookieHeader: string | null): string | null {
  for (const pair of (cookieHeader ?? '').split(';')) {
    const [key, value = ''] = pair.trim().split('=')
    if (key === name && isTimeZone(readable(value))) return readable(value)
  }
  return null
}

/** Value for `document.cookie`; a year, this site's paths only. */
export function timeZoneCookie(zone: string): string {
  return `${name}=${encodeURIComponent(zone)}; Path=/; Max-Age=31536000; SameSite=Lax`
}

function readable(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}
