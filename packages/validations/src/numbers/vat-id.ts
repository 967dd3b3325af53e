import { checkVAT, type Country, countries } from 'jsvat'
import { type FieldVerdict, found, verdictOf } from '../verdict.ts'

export interface VatIdOptions {
  /** Of numbers without the letters of a country, as ISO 3166-1 has it, such as `DE`. */
  readonly country?: string
  /** Asks the register, such as VIES; resolves to whether it knows the number, or null where it does not answer. */
  readonly askRegister?: (vatId: string) => Promise<boolean | null>
}

const inputMax = 40
/** Letters that are not those of ISO 3166-1. Northern Ireland's XI is checked as Great Britain's numbers are. */
const prefixes: Readonly<Record<string, string>> = { GR: 'EL', CH: 'CHE' }
/** Whose numbers have no check digits that anybody publishes, or are of another tax. */
const skipped = new Set(['EU', 'AD', 'BR', 'RU'])
const known: readonly Country[] = countries.filter(({ codes }) => !skipped.has(codes[0] ?? ''))

/**
 * A number for value added tax: format and check digits of its country, and, where a register is handed in, whether
 * that knows it. A register that does not know it is no proof: Spain and Italy enter a business for trade within the
 * Union only when it asks.
 */
export async function judgeVatId(typed: string, options: VatIdOptions = {}): Promise<FieldVerdict> {
  const text = typed
    .slice(0, inputMax + 1)
    .toUpperCase()
    .replaceAll(/[\s.\u2010-\u2013-]/gu, '')
  if (typed.length > inputMax || !/^[A-Z\d+*]{4,20}$/u.test(text))
    return verdictOf([found('vat-format', { country: options.country ?? 'any country' })])
  const vatId = withPrefix(text, options.country)
  if (vatId === null) return verdictOf([found('vat-country-missing')])
  const country = vatId.slice(0, 2)
  const { isValid, isValidFormat, isSupportedCountry } = checkVAT(vatId.replace(/^XI/u, 'GB'), known)
  const isNewBelgian = /^BE1\d{9}$/u.test(vatId)
  if (!isSupportedCountry) return verdictOf([found('vat-country-unknown', { country })])
  if (!isValidFormat && !isNewBelgian) return verdictOf([found('vat-format', { country })])
  if (isNewBelgian ? !isBelgian(vatId) : !isValid) return verdictOf([found('vat-check-digits')])

  const isKnown = await options.askRegister?.(vatId).catch(() => null)
  if (isKnown === null) return verdictOf([found('vat-not-asked')], { normalized: vatId })
  return verdictOf(isKnown === false ? [found('vat-not-registered')] : [], { normalized: vatId })
}

/** Null where neither the number nor the form names a country. */
function withPrefix(text: string, country: string | undefined): string | null {
  const letters = /^[A-Z]{2}/u.exec(text)?.[0]
  const isNamed = letters === 'XI' || known.some(({ codes }) => letters !== undefined && codes.includes(letters))
  if (letters !== undefined && (isNamed || country === undefined)) return text.replace(/^GR/u, 'EL')
  return country === undefined ? null : `${prefixes[country] ?? country}${text}`
}

/**
 * Belgium gives out numbers that begin with 1 since 2023; the last two digits are 97 less the rest of the others by 97,
 * as before.
 */
function isBelgian(vatId: string): boolean {
  const digits = vatId.slice(2)
  return 97 - (Number(digits.slice(0, 8)) % 97) === Number(digits.slice(8))
}
