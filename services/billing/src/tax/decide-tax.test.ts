import { vatIdStatuses } from '@bollard/contracts'
import { euCountries, type InvoiceAddressCountry, invoiceAddressCountries } from '@bollard/lookup-lists'
import { runs } from '@bollard/testing/seed'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decideTax } from './decide-tax.ts'
import { standardRate, vatRates } from './vat-rates.ts'

const seller = { countryCode: 'DE' } as const
const decide = (
  countryCode: InvoiceAddressCountry,
  vatIdStatus: (typeof vatIdStatuses)[number] = 'NONE',
  date = '2026-11-21',
  postalCode = '',
) => decideTax({ seller, buyer: { countryCode, vatIdStatus, postalCode }, date })

test('a buyer in the country of the seller pays its rate of the day, with a VAT id or without', () => {
  expect(decide('DE')).toEqual({ category: 'S', ratePercent: 19, reasonCode: null, note: null, provisional: false })
  expect(decide('DE', 'VALID')).toMatchObject({ category: 'S', ratePercent: 19 })
  expect(
    [
      decide('DE', 'NONE', '2020-06-30'),
      decide('DE', 'NONE', '2020-07-01'),
      decide('DE', 'NONE', '2020-12-31'),
      decide('DE', 'NONE', '2021-01-01'),
    ].map((tax) => tax.ratePercent),
  ).toEqual([19, 16, 16, 19])
})

test('a business in another member state owes the tax itself, once VIES has confirmed that it is one', () => {
  expect(decide('FR', 'VALID')).toEqual({
    category: 'AE',
    ratePercent: 0,
    reasonCode: 'VATEX-EU-AE',
    note: 'REVERSE_CHARGE',
    provisional: false,
  })
  expect(decide('FR', 'NONE')).toMatchObject({ category: 'S', ratePercent: 19, provisional: false })
  expect(decide('FR', 'INVALID')).toMatchObject({ category: 'S', ratePercent: 19, provisional: false })
  // To be corrected by a credit note, should the VAT id turn out to be valid.
  expect(decide('FR', 'UNAVAILABLE')).toMatchObject({ category: 'S', ratePercent: 19, provisional: true })
  expect(decide('AT', 'UNAVAILABLE', '2020-08-15').ratePercent).toBe(16)
})

test('Switzerland and the United Kingdom are outside the scope; before 2021 the latter was a member state', () => {
  for (const country of ['CH', 'GB'] as const) {
    expect(decide(country, 'UNCHECKED')).toEqual({
      category: 'O',
      ratePercent: null,
      reasonCode: 'VATEX-EU-O',
      note: 'OUTSIDE_SCOPE',
      provisional: false,
    })
  }
  expect(decide('GB', 'VALID', '2020-12-31').category).toBe('AE')
  expect(decide('GB', 'VALID', '2021-01-01').category).toBe('O')
})

test('parts of member states that do not belong to the common system are abroad, and Monaco belongs to it', () => {
  const outside: [InvoiceAddressCountry, string][] = [
    ['ES', '35001'],
    ['ES', '51001'],
    ['FR', '97400'],
    ['FI', '22100'],
    ['IT', '23041'],
    ['DE', '78266'],
    ['DE', '27498'],
    ['GR', '630 86'],
  ]
  for (const [country, postalCode] of outside)
    expect(decide(country, 'VALID', '2026-11-21', postalCode).category, postalCode).toBe('O')
  const inside: [InvoiceAddressCountry, string][] = [
    ['ES', '28013'],
    ['FR', '75001'],
    ['FR', '98000'],
    ['FI', '00100'],
    ['IT', '00118'],
    ['GR', '105 57'],
  ]
  for (const [country, postalCode] of inside)
    expect(decide(country, 'VALID', '2026-11-21', postalCode).category, postalCode).toBe('AE')
})

const day = fc
  .date({ min: new Date('2015-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const country = fc.constantFrom(...invoiceAddressCountries)

test('for all countries and days: no tax is charged twice or lost', () => {
  fc.assert(
    fc.property(country, country, day, fc.constantFrom(...vatIdStatuses), (from, to, date, vatIdStatus) => {
      const tax = decideTax({ seller: { countryCode: from }, buyer: { countryCode: to, vatIdStatus }, date })
      const isEu = (code: InvoiceAddressCountry) =>
        euCountries.some((each) => each === code) || (code === 'GB' && date < '2021-01-01')
      if (from === to) expect(tax).toMatchObject({ category: 'S', ratePercent: standardRate(from, date) })
      else if (!isEu(from) || !isEu(to))
        expect(tax).toMatchObject({ category: 'O', ratePercent: null, note: 'OUTSIDE_SCOPE' })
      else if (vatIdStatus === 'VALID')
        expect(tax).toMatchObject({ category: 'AE', ratePercent: 0, note: 'REVERSE_CHARGE' })
      else expect(tax).toMatchObject({ category: 'S', ratePercent: standardRate(from, date), note: null })
      // EN 16931: a reason where nothing is charged, and none where something is.
      expect((tax.reasonCode === null) === (tax.category === 'S')).toBe(true)
      expect(tax.provisional && tax.category !== 'S').toBe(false)
    }),
    { numRuns: runs(2_000) },
  )
})

test('for all countries and days: the rate is that of the last change, and the standard rates keep to the limits of the directive', () => {
  fc.assert(
    fc.property(country, day, (code, date) => {
      const rate = standardRate(code, date)
      const changes = vatRates[code].filter(([from]) => from <= date)
      expect(rate).toBe(changes.at(-1)?.[1])
      // Article 97: at least 15 percent in the Union; its highest is Hungary's.
      if (code !== 'CH') expect(rate >= 15 && rate <= 27).toBe(true)
    }),
  )
  for (const code of invoiceAddressCountries) {
    const days = vatRates[code].map(([from]) => from)
    expect(days, code).toEqual(days.toSorted())
    expect(new Set(days).size, code).toBe(days.length)
    expect(days[0], code).toBe('2015-01-01')
    for (const from of days) expect(new Date(from).toISOString().slice(0, 10)).toBe(from)
  }
  expect(() => standardRate('DE', '2014-12-31')).toThrow(RangeError)
})
