import { expect, test } from 'vitest'
import { dayMs, daysAfter, hourMs, hoursAfter, minuteMs } from './durations.ts'

test('a day is 24 hours, also where clocks change, and can be counted back', () => {
  const at = new Date('2026-03-29T00:30:00Z')
  expect([minuteMs, hourMs, dayMs]).toEqual([60_000, 3_600_000, 86_400_000])
  expect(daysAfter(at, 2).toISOString()).toBe('2026-03-31T00:30:00.000Z')
  expect(daysAfter(at, -1).toISOString()).toBe('2026-03-28T00:30:00.000Z')
  expect(hoursAfter(at, -1).toISOString()).toBe('2026-03-28T23:30:00.000Z')
  expect(at.toISOString()).toBe('2026-03-29T00:30:00.000Z')
})
