import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultPlans } from '../plan/default-plans.ts'
import type { UsageOfDay } from '../ports/usage-port.ts'
import { lastClosable, monthOf, readMonth } from './month.ts'
import { overageOf, settleMonth, type Term } from './settle-month.ts'

const month = readMonth('2026-04')
const plans = defaultPlans()
const term = (code: string, at: string, more: Partial<Term> = {}): Term => {
  const plan = plans.find('CAPTCHA', code)
  if (!plan) throw new Error(code)
  return {
    at: new Date(at),
    planCode: code,
    plan,
    interval: code === 'FREE' ? null : 'MONTHLY',
    status: 'ACTIVE',
    ...more,
  }
}
const day = (date: string, billable: number): UsageOfDay => ({
  solutionId: 'x',
  day: date,
  started: billable + 3,
  completed: billable + 2,
  billable,
  bypass: 1,
  failedBots: 2,
  clientFailover: 0,
  rejectedOrigin: 4,
})
const settle = (usage: UsageOfDay[], terms: Term[]) => settleMonth(usage, terms, month)

test('a month counts what its days count, and bills what goes beyond the plan', () => {
  const settled = settle(
    [day('2026-04-02', 40_000), day('2026-04-01', 30_000)],
    [term('STARTER', '2026-01-05T00:00:00Z')],
  )
  expect(settled).toMatchObject({
    planCode: 'STARTER',
    included: 50_000,
    overageUnits: 20_000,
    overage: { amountMinor: 800, currency: 'EUR' },
  })
  expect(settled.counted).toEqual({
    started: 70_006,
    completed: 70_004,
    billable: 70_000,
    bypass: 2,
    rejectedOrigin: 8,
    failedBots: 4,
    clientFailover: 0,
  })
  expect(settled.perDay.map((each) => each.day)).toEqual(['2026-04-01', '2026-04-02'])
})

test('the free plan and a trial bill nothing, however much is used', () => {
  for (const terms of [
    [term('FREE', '2026-01-01T00:00:00Z')],
    [term('BUSINESS', '2026-03-20T00:00:00Z', { interval: null, status: 'TRIALING' })],
  ]) {
    expect(settle([day('2026-04-02', 900_000)], terms)).toMatchObject({ overageUnits: 0, overage: { amountMinor: 0 } })
  }
})

test('where the plan changes each includes the share of its days, and days on the free plan are never billed', () => {
  const toFree = [term('STARTER', '2026-03-16T00:00:00Z'), term('FREE', '2026-04-16T00:00:00Z')]
  expect(settle([day('2026-04-20', 500_000)], toFree)).toMatchObject({
    planCode: 'STARTER',
    included: 30_000,
    overageUnits: 0,
  })
  expect(settle([day('2026-04-03', 31_000), day('2026-04-20', 500_000)], toFree)).toMatchObject({
    overageUnits: 31_000,
  })
  const larger = [term('STARTER', '2026-03-16T00:00:00Z'), term('BUSINESS', '2026-04-16T00:00:00Z')]
  expect(settle([day('2026-04-20', 160_000)], larger)).toMatchObject({
    planCode: 'BUSINESS',
    included: 150_000,
    overageUnits: 10_000,
    overage: { amountMinor: 300 },
  })
  expect(
    settle(
      [day('2026-04-20', 9_000_000)],
      [term('STARTER', '2026-03-16T00:00:00Z'), term('ENTERPRISE', '2026-04-29T00:00:00Z')],
    ),
  ).toMatchObject({
    included: null,
    overageUnits: 0,
  })
})

test('a solution that began or ended within the month has the whole allowance of what it had', () => {
  expect(settle([], [term('STARTER', '2026-04-29T00:00:00Z')]).included).toBe(50_000)
  expect(
    settle(
      [],
      [
        term('STARTER', '2026-03-01T00:00:00Z'),
        term('STARTER', '2026-04-10T00:00:00Z', { interval: null, status: 'CANCELED' }),
      ],
    ),
  ).toMatchObject({
    included: 50_000,
    planCode: 'STARTER',
  })
})

test('for any usage and any plans the days add up, and nothing is billed twice or below what is included', () => {
  const usage = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.nat({ max: 2_000_000 })), {
    selector: ([date]) => date,
    maxLength: 30,
  })
  const terms = fc.array(
    fc.tuple(fc.constantFrom('FREE', 'STARTER', 'BUSINESS', 'PRO'), fc.integer({ min: 0, max: 29 * 24 })),
    { minLength: 1, maxLength: 5 },
  )
  fc.assert(
    fc.property(usage, terms, (used, changes) => {
      const days = used.map(([date, billable]) => day(`2026-04-${String(date).padStart(2, '0')}`, billable))
      const sorted = changes.toSorted((a, b) => a[1] - b[1])
      const settled = settle(
        days,
        sorted.map(([code, hour]) => term(code, new Date(month.from.getTime() + hour * 3_600_000).toISOString())),
      )
      for (const name of [
        'started',
        'completed',
        'billable',
        'bypass',
        'rejectedOrigin',
        'failedBots',
        'clientFailover',
      ] as const) {
        expect(settled.counted[name]).toBe(days.reduce((total, each) => total + (each[name] ?? 0), 0))
        expect(settled.perDay.reduce((total, each) => total + each[name], 0)).toBe(settled.counted[name])
      }
      expect(settled.overageUnits).toBeLessThanOrEqual(Math.max(0, settled.counted.billable - (settled.included ?? 0)))
      expect(settled.overage.amountMinor).toBe(
        settled.pricePerThousand === null ? 0 : overageOf(settled.overageUnits, settled.pricePerThousand.amountMinor),
      )
    }),
  )
})

test('half a cent is rounded up, and a month is closable on the first at three', () => {
  expect([overageOf(12, 40), overageOf(13, 40), overageOf(1, 500), overageOf(0, 40)]).toEqual([0, 1, 1, 0])
  const named = (at: string) => lastClosable(new Date(at)).period
  expect([named('2026-05-01T02:59:59Z'), named('2026-05-01T03:00:00Z'), named('2027-01-01T03:00:00Z')]).toEqual([
    '2026-03',
    '2026-04',
    '2026-12',
  ])
  expect(monthOf(new Date('2026-12-31T23:59:59Z'))).toEqual({
    period: '2026-12',
    from: new Date('2026-12-01T00:00:00Z'),
    to: new Date('2027-01-01T00:00:00Z'),
  })
  expect(() => readMonth('2026-13')).toThrow(RangeError)
})
