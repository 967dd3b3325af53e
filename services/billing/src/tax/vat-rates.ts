import type { InvoiceAddressCountry } from '@bollard/lookup-lists'

/** From when which standard rate holds, in percent; oldest first. */
export type DatedRates = readonly (readonly [validFrom: string, percent: number])[]

/** The first day that these tables know. */
export const ratesBegin = '2015-01-01'

/**
 * Standard rates of value added tax. A rate that is older than the tables begins with them. A change is a line with its first day,
 * never a changed line: invoices are made again as they were.
 */
export const vatRates: Readonly<Record<InvoiceAddressCountry, DatedRates>> = {
  AT: [['2015-01-01', 20]],
  BE: [['2015-01-01', 21]],
  BG: [['2015-01-01', 20]],
  CY: [['2015-01-01', 19]],
  CZ: [['2015-01-01', 21]],
  DE: [
    ['2015-01-01', 19],
    ['2020-07-01', 16],
    ['2021-01-01', 19],
  ],
  DK: [['2015-01-01', 25]],
  EE: [
    ['2015-01-01', 20],
    ['2024-01-01', 22],
    ['2025-07-01', 24],
  ],
  ES: [['2015-01-01', 21]],
  FI: [
    ['2015-01-01', 24],
    ['2024-09-01', 25.5],
  ],
  FR: [['2015-01-01', 20]],
  GR: [
    ['2015-01-01', 23],
    ['2016-06-01', 24],
  ],
  HR: [['2015-01-01', 25]],
  HU: [['2015-01-01', 27]],
  IE: [
    ['2015-01-01', 23],
    ['2020-09-01', 21],
    ['2021-03-01', 23],
  ],
  IT: [['2015-01-01', 22]],
  LT: [['2015-01-01', 21]],
  LU: [
    ['2015-01-01', 17],
    ['2023-01-01', 16],
    ['2024-01-01', 17],
  ],
  LV: [['2015-01-01', 21]],
  MT: [['2015-01-01', 18]],
  NL: [['2015-01-01', 21]],
  PL: [['2015-01-01', 23]],
  PT: [['2015-01-01', 23]],
  RO: [
    ['2015-01-01', 24],
    ['2016-01-01', 20],
    ['2017-01-01', 19],
    ['2025-08-01', 21],
  ],
  SE: [['2015-01-01', 25]],
  SI: [['2015-01-01', 22]],
  SK: [
    ['2015-01-01', 20],
    ['2025-01-01', 23],
  ],
  CH: [
    ['2015-01-01', 8],
    ['2018-01-01', 7.7],
    ['2024-01-01', 8.1],
  ],
  GB: [['2015-01-01', 20]],
}

/** The standard rate of a country on a day such as `2026-11-21`, in percent. Throws a RangeError before the tables begin. */
export function standardRate(country: InvoiceAddressCountry, day: string): number {
  if (day < ratesBegin) throw new RangeError(`No rate is known before ${ratesBegin}`)
  const rate = vatRates[country].findLast(([validFrom]) => validFrom <= day)
  if (!rate) throw new RangeError(`No rate of ${country} is known for ${day}`)
  return rate[1]
}
