import type { Language } from '@bollard/i18n'
import { textOf } from '@bollard/site-kit'

const factNames = [
  'name',
  'kind',
  'legalName',
  'website',
  'contactEmail',
  'countryCode',
  'language',
  'vatId',
  'registerNumber',
] as const
const addressNames = ['street', 'addressLine2', 'postalCode', 'city', 'region'] as const

/** What was typed into the form of an organization, as it was typed. */
export type TypedFacts = Record<(typeof factNames)[number], string>
export type TypedAddress = Record<(typeof addressNames)[number], string>

export function readFacts(form: FormData): TypedFacts {
  const { name, kind, legalName, website, contactEmail, countryCode, language, vatId, registerNumber } = readAll(
    form,
    factNames,
  )
  return {
    name,
    kind,
    legalName,
    website: withScheme(website),
    contactEmail,
    countryCode,
    language,
    vatId,
    registerNumber,
  }
}

export function readAddress(form: FormData): TypedAddress {
  return readAll(form, addressNames, 'address/')
}

/** What the service takes: nothing where nothing was typed. Values that it does not know it names together with every other fault. */
export function factsDto(typed: TypedFacts) {
  return {
    name: typed.name,
    kind: asSent<'AGENCY' | 'RESELLER' | 'AFFILIATE' | 'COMPANY'>(typed.kind),
    legalName: typed.legalName || null,
    website: typed.website || null,
    contactEmail: typed.contactEmail,
    countryCode: typed.countryCode,
    language: asSent<Language>(typed.language),
    vatId: typed.vatId || null,
    registerNumber: typed.registerNumber || null,
  }
}

/** A whole number of a field; undefined where nothing was typed, and NaN, which the service refuses, for anything else. */
export function readCount(form: FormData, name: string): number | undefined {
  const text = textOf(form, name).trim()
  return text === '' ? undefined : /^\d{1,9}$/u.test(text) ? Number(text) : Number.NaN
}

/** For a value out of a list that the page offers. */
export function asSent<T extends string>(value: string): T {
  return value as T
}

function readAll<Name extends string>(form: FormData, names: readonly Name[], prefix = ''): Record<Name, string> {
  const entries = names.map((name) => [name, textOf(form, `${prefix}${name}`).trim()] as const)
  return Object.fromEntries(entries) as Record<Name, string>
}

/** People write "example.org". */
function withScheme(website: string): string {
  return website === '' || /^[a-z][a-z\d+.-]*:/iu.test(website) ? website : `https://${website}`
}
