import { expect, test } from 'vitest'
import { daysOfMonth } from './month-days.ts'

const none = { started: 0, completed: 0, billable: 0, bypass: 0, rejectedOrigin: 0, failedBots: 0, clientFailover: 0 }

test('a month has all its days, with what was counted and what was free apart', () => {
  const perDay = [
    {
      ...none,
      day: '2026-02-03',
      started: 19,
      completed: 17,
      billable: 7,
      bypass: 1,
      rejectedOrigin: 2,
      failedBots: 4,
      clientFailover: 3,
    },
  ]
  const days = daysOfMonth({ period: '2026-02', perDay })
  expect(days).toHaveLength(28)
  expect(days[2]).toEqual({ at: '2026-02-03', passed: 7, flagged: 6, refused: 4 })
  expect(days.filter(({ passed, flagged, refused }) => passed + flagged + refused > 0)).toHaveLength(1)
})

test('months are as long as the calendar says, over the end of a year and in leap years', () => {
  expect(['2026-12', '2028-02', '2027-04'].map((period) => daysOfMonth({ period, perDay: [] }).at(-1)?.at)).toEqual([
    '2026-12-31',
    '2028-02-29',
    '2027-04-30',
  ])
})
