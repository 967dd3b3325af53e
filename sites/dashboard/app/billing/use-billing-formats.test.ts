import { expect, test } from 'vitest'
import { billingFormats } from './use-billing-formats.ts'

const [en, de] = [billingFormats('en'), billingFormats('de')]

test('minor units are never shown raw, in whatever currency', () => {
  expect(en.money({ amountMinor: 4641, currency: 'EUR' })).toBe('€46.41')
  expect(de.money({ amountMinor: 4641, currency: 'EUR' })).toBe('46,41\u00A0€')
  expect(en.money({ amountMinor: 0, currency: 'EUR' })).toBe('€0.00')
  expect(en.money({ amountMinor: -500, currency: 'EUR' })).toBe('−€5.00')
  // A yen has no smaller unit.
  expect(en.money({ amountMinor: 4641, currency: 'JPY' })).toBe('JP¥4,641')
})

test('days and months of bills are those in UTC', () => {
  expect(en.day('2026-11-30')).toBe('30 Nov 2026')
  expect(de.day('2026-12-31T23:59:59.999Z')).toBe('31. Dez. 2026')
  expect([en.month('2026-11'), de.month('2026-03')]).toEqual(['November 2026', 'März 2026'])
  expect([de.country('CH'), en.country('GR')]).toEqual(['Schweiz', 'Greece'])
  expect(en.percent(83)).toBe('83%')
})

test('a span ends with its last day, which the next one does not have', () => {
  expect(en.span({ from: '2026-11-22', to: '2026-12-22' })).toBe('22 Nov – 21 Dec 2026')
  expect(de.span({ from: '2026-12-22', to: '2027-01-22' })).toBe('22. Dez. 2026 – 21. Jan. 2027')
  // Of moments the day counts, and a span within one day is that day.
  expect(en.span({ from: '2026-11-22T14:30:00.000Z', to: '2026-12-22T14:30:00.000Z' })).toBe('22 Nov – 21 Dec 2026')
  expect(en.span({ from: '2026-11-22', to: '2026-11-22' })).toBe('22 Nov 2026')
})
