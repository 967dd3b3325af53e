import type { PlanLimits } from '@bollard/contracts'
import { expect, test } from 'vitest'
import { overrideTerms } from './plan-override.ts'

const day = (date: number) => new Date(Date.UTC(2026, 2, date))
const term = (date: number, verifications: number) => ({
  at: day(date),
  plan: { limits: { verifications } as PlanLimits },
})
const override = (from: number, until: number, verifications: number) => ({
  fromAt: day(from),
  until: day(until),
  limits: { verifications },
  reason: 'Agreed',
})
const told = (terms: ReturnType<typeof overrideTerms<ReturnType<typeof term>>>) =>
  terms.map(({ at, plan }) => `${at.getUTCDate()} ${plan.limits.verifications}`)

test('limits hold from the day on which they are set until they end, and the plan before and after', () => {
  expect(told(overrideTerms([term(1, 10)], [override(5, 20, 90)]))).toEqual(['1 10', '5 90', '20 10'])
})

test('a plan that changes meanwhile keeps the limits that were set, and holds alone once they end', () => {
  expect(told(overrideTerms([term(1, 10), term(8, 50), term(25, 70)], [override(5, 20, 90)]))).toEqual([
    '1 10',
    '5 90',
    '8 90',
    '20 50',
    '25 70',
  ])
})

test('one follows the other, and one that was replaced at once counts for nothing', () => {
  const all = [override(5, 9, 90), override(9, 9, 1), override(9, 20, 80)]
  expect(told(overrideTerms([term(1, 10)], all))).toEqual(['1 10', '5 90', '9 80', '20 10'])
})

test('one that began before the month counts from its beginning', () => {
  expect(told(overrideTerms([term(10, 10)], [override(1, 20, 90)]))).toEqual(['1 90', '20 10'])
})
