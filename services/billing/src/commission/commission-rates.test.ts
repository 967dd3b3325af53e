import { expect, test } from 'vitest'
import { commissionOn, commissionRate } from './commission-rates.ts'

const since = new Date('2026-01-31T12:00:00Z')
const rate = (kind: Parameters<typeof commissionRate>[0]['kind'], paid: string, payingCustomers = 1) =>
  commissionRate({ kind, since, paidAt: new Date(paid), payingCustomers })

test('an affiliate earns 15 % for 12 months from the referral, to the second', () => {
  expect(rate('AFFILIATE', '2026-01-31T12:00:00Z')).toBe(15)
  expect(rate('AFFILIATE', '2027-01-31T11:59:59Z', 50)).toBe(15)
  expect(rate('AFFILIATE', '2027-01-31T12:00:00Z')).toBeNull()
  expect(rate('AFFILIATE', '2026-01-31T11:59:59Z')).toBeNull()
})

test('an agency earns 15 % for 24 months, and 20 % from the fifth paying customer on', () => {
  expect([1, 4, 5, 6].map((customers) => rate('AGENCY', '2028-01-31T11:00:00Z', customers))).toEqual([15, 15, 20, 20])
  expect(rate('AGENCY', '2028-01-31T12:00:00Z', 9)).toBeNull()
})

test('a resellers margin is on invoices of their own, and a company brings nobody', () => {
  expect([rate('RESELLER', '2026-02-01T00:00:00Z'), rate('COMPANY', '2026-02-01T00:00:00Z')]).toEqual([null, null])
})

test('a referral from before the programme earns nothing', () => {
  const early = new Date('2025-12-31T23:59:59Z')
  expect(
    commissionRate({ kind: 'AFFILIATE', since: early, paidAt: new Date('2026-02-01T00:00:00Z'), payingCustomers: 1 }),
  ).toBeNull()
})

test('commissions are whole cents, rounded half up', () => {
  expect([0, 3, 10, 3900, 9999].map((base) => commissionOn(base, 15))).toEqual([0, 0, 2, 585, 1500])
})
