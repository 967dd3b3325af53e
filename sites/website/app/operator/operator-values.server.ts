import type { OperatorField, OperatorValues } from '@bollard/content'
import { type Language, locales } from '@bollard/i18n'
import { publicOrigin, type Site } from '@bollard/site-kit'

/** What legal texts may say of the operator in a language; null where nobody has said who that is. */
export function operatorValuesOf(site: Site, language: Language): OperatorValues | null {
  const { operator } = site
  if (operator === undefined) return null
  const countries = new Intl.DisplayNames(locales[language], { type: 'region' })
  return {
    ...operator.values,
    country: countries.of(operator.countryCode) ?? operator.countryCode,
    website: publicOrigin(site),
  }
}

/** Whether the operator has stated everything that a text cannot do without. */
export function hasWhatItNeeds(site: Site, { needs }: { readonly needs: readonly OperatorField[] }): boolean {
  if (needs.length === 0) return true
  const values = operatorValuesOf(site, 'en')
  return values !== null && needs.every((field) => values[field] !== undefined)
}

/** The operator in the words of schema.org, as far as the operator has said; null where nobody has. */
export function organizationOf(site: Site, language: Language): Readonly<Record<string, unknown>> | null {
  const { operator } = site
  if (operator === undefined) return null
  const { values, organization, countryCode } = operator
  const origin = publicOrigin(site)
  return {
    '@type': 'Organization',
    name: organization.name,
    legalName: values['legalName'],
    url: origin,
    logo: organization.logo ?? undefined,
    sameAs: organization.profiles.length === 0 ? undefined : organization.profiles,
    description: organization.description[language],
    email: values['email'],
    address: {
      '@type': 'PostalAddress',
      streetAddress: [values['street'], values['line2']].filter(Boolean).join(', '),
      addressLocality: organization.locality[language] ?? values['city'],
      postalCode: values['postalCode'],
      addressRegion: values['region'],
      addressCountry: countryCode,
    },
    foundingDate: organization.foundingDate,
    taxID: values['taxNumber'],
    vatID: values['vatId'],
  }
}
