import { expect, test } from 'vitest'
import { cheapestOf, monthlyCost, placeMax, placeOf, type PricedPlan, recaptchaCost, volumeAt } from './monthly-cost.ts'

const plan = (
  code: string,
  monthlyMinor: number,
  included: number | null,
  overageMinor: number | null,
): PricedPlan => ({
  code,
  currency: 'EUR',
  monthlyMinor,
  yearlyMinor: monthlyMinor * 10,
  overageMinor,
  included,
})
const free = plan('FREE', 0, 10_000, null)
const starter = plan('STARTER', 900, 50_000, 40)
const business = plan('BUSINESS', 3_900, 250_000, 30)
const all = [free, starter, business]

test('a plan costs its price, and what goes beyond it by the thousand', () => {
  expect(monthlyCost(starter, 50_000, 'MONTHLY')).toBe(900)
  expect(monthlyCost(starter, 60_000, 'MONTHLY')).toBe(1_300)
  expect(monthlyCost(starter, 50_000, 'YEARLY')).toBe(750)
})

test('a plan that sells no more ends where its allowance ends', () => {
  expect(monthlyCost(free, 10_000, 'MONTHLY')).toBe(0)
  expect(monthlyCost(free, 10_001, 'MONTHLY')).toBeNull()
})

test('the cheapest plan is the one for the volume, and none where none goes as far', () => {
  expect(cheapestOf(all, 10_000, 'MONTHLY')).toBe('FREE')
  expect(cheapestOf(all, 100_000, 'MONTHLY')).toBe('STARTER')
  // 125,000 verifications cost 39 euros in both, and the larger plan has more in it.
  expect(cheapestOf(all, 125_000, 'MONTHLY')).toBe('BUSINESS')
  expect(cheapestOf([free], 20_000, 'MONTHLY')).toBeNull()
})

test.for([
  [10_000, 0],
  [10_001, 8],
  [100_000, 8],
  [1_100_000, 1_008],
] as const)('reCAPTCHA costs, by its published formula, for %d assessments %d dollars', ([assessments, dollars]) => {
  expect(recaptchaCost(assessments)).toBeCloseTo(dollars)
})

test('the slider goes from a thousand to fifty million and back', () => {
  expect([volumeAt(0), volumeAt(placeMax)]).toEqual([1_000, 50_000_000])
  for (let place = 0; place <= placeMax; place += 10) expect(placeOf(volumeAt(place))).toBe(place)
})
