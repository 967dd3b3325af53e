import { euCountries, type InvoiceAddressCountry } from '@bollard/lookup-lists'

/** Parts of member states that lie outside the territory of the common VAT system (Directive 2006/112/EC, article 6), by postal code. */
const outside: Partial<Record<InvoiceAddressCountry, RegExp>> = {
  // Büsingen, Helgoland
  DE: /^(?:78266|27498)$/u,
  // Canary Islands, Ceuta, Melilla
  ES: /^(?:35|38|51|52)\d{3}$/u,
  // Åland
  FI: /^22\d{3}$/u,
  // Guadeloupe, Martinique, French Guiana, Réunion, Mayotte and the collectivities overseas
  FR: /^9[78]\d{3}$/u,
  // Mount Athos
  GR: /^630 ?8[67]$/u,
  // Livigno, Campione d'Italia
  IT: /^(?:23041|22061)$/u,
}
/** In France by its postal code, and for VAT as well. */
const monaco = /^980\d{2}$/u
/** Until then the United Kingdom belonged to it. */
const kingdomLeft = '2021-01-01'

/** Whether a place belongs to the common VAT system of the European Union on a day such as `2026-11-21`. */
export function isInVatUnion(country: InvoiceAddressCountry, postalCode: string, day: string): boolean {
  if (country === 'GB') return day < kingdomLeft
  if (!euCountries.some((code) => code === country)) return false
  return (country === 'FR' && monaco.test(postalCode)) || !outside[country]?.test(postalCode)
}
