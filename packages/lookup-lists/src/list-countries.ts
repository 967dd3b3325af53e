import { countryCodes } from './all-countries.ts'
import { euCountries, invoiceAddressCountries } from './countries.ts'

export interface Country {
  /** ISO 3166-1 alpha-2. */
  readonly code: string
  readonly name: string
}

const sets = { ALL: countryCodes, EU: euCountries, INVOICE_ADDRESS: invoiceAddressCountries } as const
export type CountrySet = keyof typeof sets

/** Countries with their names in a language (BCP 47; English where it is unknown), in its alphabetical order. */
export function listCountries(set: CountrySet, language: string): Country[] {
  const locale = Intl.DisplayNames.supportedLocalesOf(isLanguageTag(language) ? [language] : [])[0] ?? 'en'
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  const collator = new Intl.Collator(locale)
  return sets[set]
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .toSorted((a, b) => collator.compare(a.name, b.name))
}

function isLanguageTag(text: string): boolean {
  return /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/iu.test(text)
}
