import { languages } from '@bollard/i18n'
import type { Operator } from './api/operator.ts'

/** Half of what RFC 9116 recommends at most, so that nobody acts on what is long out of date. */
const validDays = 180

/**
 * The text of `/.well-known/security.txt` (RFC 9116) on the site at an origin. It holds for 180 days from the day on which it is asked for, and says
 * the same all that day.
 */
export function securityTextOf(
  operator: Pick<Operator, 'email' | 'securityEmail' | 'securityPolicy'>,
): (origin: string, now: Date) => string {
  const { email, securityEmail = email, securityPolicy } = operator
  return (origin, now) => {
    const expires = new Date(now)
    expires.setUTCHours(0, 0, 0, 0)
    expires.setUTCDate(expires.getUTCDate() + validDays)
    const fields = [
      ['Contact', `mailto:${securityEmail}`],
      ['Expires', expires.toISOString().replace('.000Z', 'Z')],
      ['Policy', securityPolicy],
      ['Preferred-Languages', languages.join(', ')],
      ['Canonical', `${origin}/.well-known/security.txt`],
    ]
    return fields.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}\n`])).join('')
  }
}
