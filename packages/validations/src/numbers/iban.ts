import { getCountrySpecifications, ValidationErrorsIBAN, validateIBAN } from 'ibantools'
import { type FieldVerdict, found, verdictOf } from '../verdict.ts'

export interface IbanOptions {
  /** Accounts elsewhere are flagged, where it is given; ISO 3166-1, such as `DE`. */
  readonly country?: string
}

/** The longest IBAN has 34 characters (ISO 13616); people put spaces and hyphens between them. */
const inputMax = 80
const countries = getCountrySpecifications()

/**
 * A bank account: country, length and format by the registry of ISO 13616 (as ibantools 4.5.4 has it), check digits,
 * and the check digits inside the account where its country has some. The normalised value has neither spaces nor small
 * letters.
 */
export function judgeIban(typed: string, { country }: IbanOptions = {}): FieldVerdict {
  const iban = typed
    .slice(0, inputMax + 1)
    .replaceAll(/[\s\u2010-\u2013-]/gu, '')
    .toUpperCase()
  if (typed.length > inputMax || !/^[A-Z]{2}\d{2}[A-Z\d]{1,30}$/u.test(iban)) return verdictOf([found('iban-invalid')])
  const own = iban.slice(0, 2)
  const { errorCodes, valid } = validateIBAN(iban)
  if (!valid) {
    const is = (...codes: ValidationErrorsIBAN[]): boolean => codes.some((code) => errorCodes.includes(code))
    const length = countries[own]?.chars
    if (is(ValidationErrorsIBAN.NoIBANCountry) || length == null)
      return verdictOf([found('iban-country-unknown', { country: own })])
    if (is(ValidationErrorsIBAN.WrongBBANLength)) return verdictOf([found('iban-length', { country: own, length })])
    if (is(ValidationErrorsIBAN.WrongBBANFormat)) return verdictOf([found('iban-format', { country: own })])
    return verdictOf([found('iban-check-digits')])
  }
  const isElsewhere = country !== undefined && country !== own
  return verdictOf(isElsewhere ? [found('iban-other-country', { country: own })] : [], { normalized: iban })
}
