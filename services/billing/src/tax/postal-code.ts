import type { InvoiceAddressCountry } from '@bollard/lookup-lists'

const digits = (count: number): RegExp => new RegExp(`^\\d{${count}}$`, 'u')
const split = (head: number, tail: number, between: string): [RegExp, string] => [
  new RegExp(`^(\\d{${head}})[ -]?(\\d{${tail}})$`, 'u'),
  `$1${between}$2`,
]

/** How postal codes look, and how they are written where people write them in several ways. */
const codes: Readonly<Record<InvoiceAddressCountry, RegExp | readonly [RegExp, string]>> = {
  AT: /^[1-9]\d{3}$/u,
  BE: /^[1-9]\d{3}$/u,
  BG: digits(4),
  CH: /^[1-9]\d{3}$/u,
  CY: digits(4),
  CZ: split(3, 2, ' '),
  DE: digits(5),
  DK: digits(4),
  EE: digits(5),
  ES: /^(?:0[1-9]|[1-4]\d|5[0-2])\d{3}$/u,
  FI: digits(5),
  FR: digits(5),
  GB: [/^(GIR|[A-Z]{1,2}\d[A-Z\d]?) ?(\d[A-Z]{2})$/u, '$1 $2'],
  GR: split(3, 2, ' '),
  HR: digits(5),
  HU: digits(4),
  // Eircode
  IE: [/^([AC-FHKNPRTV-Y]\d[\dW]) ?([\dAC-FHKNPRTV-Y]{4})$/u, '$1 $2'],
  IT: digits(5),
  LT: [/^(?:LT-?)?(\d{5})$/u, 'LT-$1'],
  LU: [/^(?:L-?)?(\d{4})$/u, '$1'],
  LV: [/^(?:LV-?)?(\d{4})$/u, 'LV-$1'],
  MT: [/^([A-Z]{3}) ?(\d{4})$/u, '$1 $2'],
  NL: [/^([1-9]\d{3}) ?([A-Z]{2})$/u, '$1 $2'],
  PL: split(2, 3, '-'),
  PT: split(4, 3, '-'),
  RO: digits(6),
  SE: split(3, 2, ' '),
  SI: [/^(?:SI-?)?([1-9]\d{3})$/u, '$1'],
  SK: split(3, 2, ' '),
}

/** A postal code as its country writes it; null where it has no such code. */
export function readPostalCode(country: InvoiceAddressCountry, written: string): string | null {
  const plain = written.trim().toUpperCase()
  const rule = codes[country]
  if (rule instanceof RegExp) return rule.test(plain) ? plain : null
  return rule[0].test(plain) ? plain.replace(rule[0], rule[1]) : null
}
