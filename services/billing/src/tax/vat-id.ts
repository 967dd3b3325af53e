import type { InvoiceAddressCountry } from '@bollard/lookup-lists'

/** How the number behind the prefix looks; as the member states tell VIES, and the Swiss and British offices. */
const numbers: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/u,
  BE: /^[01]\d{9}$/u,
  BG: /^\d{9,10}$/u,
  CY: /^\d{8}[A-Z]$/u,
  CZ: /^\d{8,10}$/u,
  DE: /^[1-9]\d{8}$/u,
  DK: /^\d{8}$/u,
  EE: /^\d{9}$/u,
  EL: /^\d{9}$/u,
  ES: /^(?:[A-Z]\d{7}[A-Z\d]|\d{8}[A-Z])$/u,
  FI: /^\d{8}$/u,
  FR: /^[A-HJ-NP-Z\d]{2}\d{9}$/u,
  HR: /^\d{11}$/u,
  HU: /^\d{8}$/u,
  IE: /^(?:\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/u,
  IT: /^\d{11}$/u,
  LT: /^(?:\d{9}|\d{12})$/u,
  LU: /^\d{8}$/u,
  LV: /^\d{11}$/u,
  MT: /^\d{8}$/u,
  NL: /^[A-Z\d+*]{10}\d{2}$/u,
  PL: /^\d{10}$/u,
  PT: /^\d{9}$/u,
  RO: /^[1-9]\d{1,9}$/u,
  SE: /^\d{10}01$/u,
  SI: /^[1-9]\d{7}$/u,
  SK: /^[1-9]\d{9}$/u,
  GB: /^(?:\d{9}|\d{12}|GD[0-4]\d{2}|HA[5-9]\d{2})$/u,
  // Northern Ireland, where European rules hold for goods.
  XI: /^(?:\d{9}|\d{12}|GD[0-4]\d{2}|HA[5-9]\d{2})$/u,
}
const swiss = /^CHE-?(\d{3})\.?(\d{3})\.?(\d{3})(?:MWST|TVA|IVA)?$/u

export interface VatId {
  /** As it is stored and printed. */
  readonly text: string
  readonly prefix: string
  readonly number: string
  /** Whether VIES knows numbers of this kind for services. */
  readonly inVies: boolean
}

/** Prefixes of the VAT ids that a business in a country can have. Greece has its own letters. */
export function vatPrefixes(country: InvoiceAddressCountry): readonly string[] {
  if (country === 'GR') return ['EL']
  if (country === 'CH') return ['CHE']
  return country === 'GB' ? ['GB', 'XI'] : [country]
}

/** Reads a VAT id as people write it, with blanks, dots and hyphens; null where no business in that country can have it. */
export function readVatId(country: InvoiceAddressCountry, written: string): VatId | null {
  const plain = written.toUpperCase().replaceAll(/[\s.\u2010-\u2013-]/gu, '')
  if (country === 'CH') return readSwiss(plain)
  const prefix = vatPrefixes(country).find((each) => plain.startsWith(each))
  if (prefix === undefined) return null
  const number = plain.slice(prefix.length)
  if (!numbers[prefix]?.test(number)) return null
  return { text: `${prefix}${number}`, prefix, number, inVies: prefix !== 'GB' && prefix !== 'XI' }
}

function readSwiss(plain: string): VatId | null {
  const digits = swiss.exec(plain)?.slice(1, 4)
  if (!digits) return null
  return { text: `CHE-${digits.join('.')} MWST`, prefix: 'CHE', number: digits.join(''), inVies: false }
}
