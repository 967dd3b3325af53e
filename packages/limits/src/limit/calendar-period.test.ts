import { expect, test } from 'vitest'
import { createCalendar } from './calendar-period.ts'

const hour = 3_600_000

function periodOf(period: 'DAY' | 'MONTH', zone: string, moment: string): { from: string; hours: number } {
  const { from, until } = createCalendar(period, zone)(Date.parse(moment))
  return { from: new Date(from).toISOString(), hours: (until - from) / hour }
}

test('days and months are those of the time zone, also where its clock changes', () => {
  expect(periodOf('DAY', 'UTC', '2026-03-29T12:00:00Z')).toEqual({ from: '2026-03-29T00:00:00.000Z', hours: 24 })
  expect(periodOf('DAY', 'Europe/Berlin', '2026-03-29T12:00:00Z')).toEqual({
    from: '2026-03-28T23:00:00.000Z',
    hours: 23,
  })
  expect(periodOf('DAY', 'Europe/Berlin', '2026-10-25T12:00:00Z')).toEqual({
    from: '2026-10-24T22:00:00.000Z',
    hours: 25,
  })
  // Here midnight doesn't exist on the day the clock goes forward.
  expect(periodOf('DAY', 'Africa/Cairo', '2026-04-24T12:00:00Z')).toEqual({
    from: '2026-04-23T22:00:00.000Z',
    hours: 23,
  })
  expect(periodOf('MONTH', 'Europe/Berlin', '2026-03-31T22:30:00Z')).toEqual({
    from: '2026-03-31T22:00:00.000Z',
    hours: 720,
  })
  expect(periodOf('MONTH', 'Asia/Kathmandu', '2028-02-10T00:00:00Z')).toEqual({
    from: '2028-01-31T18:15:00.000Z',
    hours: 696,
  })
})

test('the last moment of a period is in it, and the next one is not', () => {
  const dayAt = createCalendar('DAY', 'America/St_Johns')
  const { from, until } = dayAt(Date.parse('2026-07-01T12:00:00Z'))
  expect([dayAt(from).from, dayAt(until - 1).from, dayAt(until).from]).toEqual([from, from, until])
})
