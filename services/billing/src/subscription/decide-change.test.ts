import { runs } from '@bollard/testing/seed'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultPlans } from '../plan/default-plans.ts'
import { decideChange } from './decide-change.ts'
import { periodEnd } from './period.ts'
import { type Interval, priceOf, type Subscription } from './subscription-row.ts'

const plans = defaultPlans()
const choosable = plans.plansOf('CAPTCHA').filter(({ selectable }) => selectable)
const rank = (code: string) => choosable.findIndex((plan) => plan.code === code)
const interval = fc.constantFrom<Interval>('MONTHLY', 'YEARLY')
const start = new Date('2026-03-10T10:00:00.000Z')

function subscriptionTo(code: string, every: Interval): Subscription {
  const plan = plans.find('CAPTCHA', code)
  if (!plan) throw new Error('this is a plan')
  const paid = code !== 'FREE'
  return {
    solutionId: '',
    solutionType: 'CAPTCHA',
    createdBy: '',
    planCode: code,
    plan,
    interval: paid ? every : null,
    status: 'ACTIVE',
    trialEndsAt: null,
    trialMailedDays: null,
    anchorAt: paid ? start : null,
    periodStart: paid ? start : null,
    periodEnd: paid ? periodEnd(start, start, every) : null,
    nextPlanCode: null,
    nextInterval: null,
    renews: true,
    incompleteSince: null,
    invoiceAddressId: null,
    paymentMethodId: null,
    usageAlertPercents: [],
    version: 1,
    createdAt: start,
    updatedAt: start,
  }
}

test('whatever is chosen whenever: nothing is paid twice, nothing is paid back, and what was paid for is never cut short', () => {
  const scenario = fc.tuple(
    fc.constantFrom(...choosable),
    interval,
    fc.constantFrom(...choosable),
    interval,
    fc.double({ min: 0, max: 0.999_999, noNaN: true }),
  )
  fc.assert(
    fc.property(scenario, ([from, oldInterval, to, newInterval, passed]) => {
      const present = subscriptionTo(from.code, oldInterval)
      const end = present.periodEnd ?? periodEnd(start, start, oldInterval)
      const now = new Date(start.getTime() + passed * (end.getTime() - start.getTime()))
      const change = decideChange(plans, present, { plan: to, interval: newInterval }, now)
      const larger = rank(to.code) > rank(from.code)
      const price = priceOf(to, newInterval)?.amountMinor ?? 0
      if (change.when === 'NOW') {
        expect(larger || (to.code === from.code && oldInterval === 'MONTHLY' && newInterval === 'YEARLY')).toBe(true)
        const due = change.due?.amountMinor ?? 0
        expect(due >= 0 && due <= price).toBe(true)
        // Who already has a period pays less than somebody who comes anew, by what they have not used.
        if (from.code === 'FREE') expect(due).toBe(price)
        expect(change.period !== null && change.period.end > now).toBe(true)
        if (present.interval === newInterval) expect(change.period?.end).toEqual(end)
      }
      if (change.when === 'PERIOD_END') expect(change.at).toEqual(present.periodEnd)
      if (change.when === 'NO_CHANGE') expect(to.code === from.code).toBe(true)
      if (present.interval === 'YEARLY' && newInterval === 'MONTHLY' && to.code !== 'FREE')
        expect(change.when).toBe('PERIOD_END')
    }),
    { numRuns: runs(2_000) },
  )
})

test('two steps up cost as much as one step, but for the rounding of a cent', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 0.999, noNaN: true }), (passed) => {
      const now = new Date(start.getTime() + passed * 31 * 86_400_000)
      const due = (from: string, to: string) => {
        const plan = plans.find('CAPTCHA', to)
        const change = plan && decideChange(plans, subscriptionTo(from, 'MONTHLY'), { plan, interval: 'MONTHLY' }, now)
        return change?.when === 'NOW' ? (change.due?.amountMinor ?? 0) : Number.NaN
      }
      expect(Math.abs(due('STARTER', 'BUSINESS') + due('BUSINESS', 'PRO') - due('STARTER', 'PRO')) <= 1).toBe(true)
    }),
  )
})

test('a plan that is no longer offered counts by its price', () => {
  const old = { ...subscriptionTo('BUSINESS', 'MONTHLY'), planCode: 'OLD' }
  const present = { ...old, plan: { ...old.plan, code: 'OLD', monthly: { amountMinor: 5_000, currency: 'EUR' } } }
  const to = (code: string) => {
    const plan = plans.find('CAPTCHA', code)
    return plan && decideChange(plans, present, { plan, interval: 'MONTHLY' }, start)
  }
  expect(to('BUSINESS')).toMatchObject({ when: 'PERIOD_END' })
  expect(to('PRO')).toMatchObject({ when: 'NOW', due: { amountMinor: 9_900 } })
})
