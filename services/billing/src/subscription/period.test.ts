import fc from 'fast-check'
import { expect, test } from 'vitest'
import { periodEnd, unusedPart } from './period.ts'

const at = (text: string) => new Date(`${text}T10:00:00.000Z`)

test('a period that began on the last day of a month ends on the last day of shorter ones and comes back to its own', () => {
  const anchor = at('2026-01-31')
  const ends = [at('2026-01-31')]
  for (let month = 0; month < 5; month += 1) ends.push(periodEnd(anchor, ends.at(-1) ?? anchor, 'MONTHLY'))
  expect(ends.map((end) => end.toISOString().slice(0, 10))).toEqual([
    '2026-01-31',
    '2026-02-28',
    '2026-03-31',
    '2026-04-30',
    '2026-05-31',
    '2026-06-30',
  ])
  expect(periodEnd(at('2024-02-29'), at('2024-02-29'), 'YEARLY')).toEqual(at('2025-02-28'))
  expect(periodEnd(at('2024-02-29'), at('2027-02-28'), 'YEARLY')).toEqual(at('2028-02-29'))
})

test('periods have no gap, no overlap and 28 to 31 or 365 to 366 days, whenever they begin', () => {
  const dates = fc.date({ min: new Date('2020-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(
      dates,
      fc.array(fc.constantFrom('MONTHLY' as const, 'YEARLY' as const), { minLength: 1, maxLength: 30 }),
      (anchor, intervals) => {
        let start = anchor
        for (const interval of intervals) {
          const end = periodEnd(anchor, start, interval)
          const days = (end.getTime() - start.getTime()) / 86_400_000
          expect(interval === 'MONTHLY' ? days >= 28 && days <= 31 : days >= 365 && days <= 366).toBe(true)
          expect(end.toISOString().slice(10)).toBe(anchor.toISOString().slice(10))
          start = end
        }
      },
    ),
  )
})

test('the unused part is between nothing and the whole, falls with time, and is rounded half up to a cent', () => {
  const period = { start: at('2026-04-01'), end: at('2026-05-01') }
  expect([
    unusedPart(3_900, period, period.start),
    unusedPart(3_900, period, at('2026-04-16')),
    unusedPart(3_900, period, period.end),
  ]).toEqual([3_900, 1_950, 0])
  expect(unusedPart(1, period, at('2026-04-16'))).toBe(1)
  expect(unusedPart(3_900, period, at('2027-01-01'))).toBe(0)
  expect(unusedPart(3_900, period, at('2020-01-01'))).toBe(3_900)
  const amount = fc.integer({ min: 0, max: 100_000_000 })
  const moment = fc.integer({ min: 0, max: 30 * 86_400_000 })
  fc.assert(
    fc.property(amount, moment, moment, (minor, first, second) => {
      const [early, late] = [first, second]
        .toSorted((a, b) => a - b)
        .map((ms) => unusedPart(minor, period, new Date(period.start.getTime() + ms)))
      expect(early !== undefined && late !== undefined && late <= early && early <= minor && late >= 0).toBe(true)
    }),
  )
})
