/** Member states of the European Union, by ISO 3166-1 alpha-2. */
export const euCountries = [
  'AT',
  'BE',
  'BG',
  'CY',
  'CZ',
  'DE',
  'DK',
  'EE',
  'ES',
  'FI',
  'FR',
  'GR',
  'HR',
  'HU',
  'IE',
  'IT',
  'LT',
  'LU',
  'LV',
  'MT',
  'NL',
  'PL',
  'PT',
  'RO',
  'SE',
  'SI',
  'SK',
] as const
export type EuCountry = (typeof euCountries)[number]

/** Where invoices can be addressed to. */
export const invoiceAddressCountries = [...euCountries, 'CH', 'GB'] as const
export type InvoiceAddressCountry = (typeof invoiceAddressCountries)[number]
