import { isSupportedCountry, parsePhoneNumberFromString, validatePhoneNumberLength } from 'libphonenumber-js/min'
import { dateOf, isFresh } from '../data-dates.ts'
import { type FieldVerdict, type Finding, found, verdictOf } from '../verdict.ts'

export interface PhoneOptions {
  /** Of numbers without a calling code, as ISO 3166-1 has it, such as `DE`. */
  readonly country?: string
  /** Whether numbers of other countries are flagged; default false. */
  readonly onlyThatCountry?: boolean
  readonly now: () => Date
}

const faults = {
  INVALID_COUNTRY: 'phone-country-unknown',
  INVALID_LENGTH: 'phone-length',
  NOT_A_NUMBER: 'phone-invalid',
  TOO_LONG: 'phone-too-long',
  TOO_SHORT: 'phone-too-short',
} as const

/** E.164 has 15 digits; people write spaces, brackets and an extension. */
const inputMax = 60

/**
 * A telephone number: whether it can be one, in the numbering plan of its country (data of Google's libphonenumber).
 * The normalised value is in E.164, such as `+493012345678`. Plans gain blocks of numbers, so what is in no block is
 * flagged and never refused.
 */
export function judgePhone(typed: string, { country, onlyThatCountry = false, now }: PhoneOptions): FieldVerdict {
  const text = typed
    .slice(0, 2 * inputMax)
    .trim()
    .normalize('NFKC')
    .replace(/^tel:/iu, '')
    // Arabic and Persian digits end in the bits of their value.
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/gu, (digit) => String(digit.charCodeAt(0) & 15))
  const digits = text.match(/\d/gu)?.length ?? 0
  if (text.length > inputMax || digits < 3 || /[^\d\s()+./\u2010-\u2013;#extEXT-]/u.test(text))
    return verdictOf([found('phone-invalid')])
  const own = country !== undefined && isSupportedCountry(country) ? country : undefined
  // In a form of North America 00 may be the beginning of nothing, and nowhere else of anything but a calling code.
  const international = text.replace(/^00(?=[1-9])/u, '+')
  if (own === undefined && !international.startsWith('+')) return verdictOf([found('phone-without-country')])
  const options = { ...(own !== undefined && { defaultCountry: own }), extract: false }
  const fault = validatePhoneNumberLength(international, options)
  const parsed = parsePhoneNumberFromString(international, options)
  if (fault !== undefined) return verdictOf([found(faults[fault], { country: own ?? 'its country' })])
  if (parsed === undefined) return verdictOf([found('phone-invalid')])

  const findings: Finding[] = []
  const place = parsed.country ?? `+${parsed.countryCallingCode}`
  if (!parsed.isValid()) {
    const date = dateOf('libphonenumber-js')
    findings.push(found(isFresh(date, now()) ? 'phone-not-assigned' : 'phone-not-known', { country: place, date }))
  }
  if (onlyThatCountry && own !== undefined && parsed.country !== undefined && parsed.country !== own)
    findings.push(found('phone-other-country', { country: place }))
  return verdictOf(findings, { normalized: parsed.number })
}
