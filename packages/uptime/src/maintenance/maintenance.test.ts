import { seededRandom } from '@bollard/testing/seed'
import { expect, test } from 'vitest'
import { UptimeFault } from '../calendar/uptime-fault.ts'
import { type Maintenance, occurrencesBetween, type Recurrence, requireMaintenance } from './maintenance.ts'
import { lengthOf, mergeWindows, overlapOf, type TimeWindow } from './time-window.ts'

const day = 86_400_000
const once: Maintenance = {
  timeZone: 'Europe/Berlin',
  day: '2026-03-28',
  time: '02:30',
  minutes: 120,
  recurrence: null,
}
const endless = { interval: 1, lastDay: null, count: null }

function begins(maintenance: Maintenance, from = '2026-01-01', until = '2029-01-01'): string[] {
  return occurrencesBetween(maintenance, Date.parse(from), Date.parse(until)).map((window) =>
    new Date(window.from).toISOString().slice(0, 16),
  )
}

test('maintenance in skipped time begins after it, in time that comes twice the first time, and always lasts as long', () => {
  const daily: Maintenance = { ...once, recurrence: { every: 'DAY', ...endless } }
  expect(begins(daily, '2026-03-28', '2026-03-31')).toEqual([
    '2026-03-28T01:30',
    '2026-03-29T01:00',
    '2026-03-30T00:30',
  ])
  expect(begins(daily, '2026-10-24', '2026-10-27')).toEqual([
    '2026-10-24T00:30',
    '2026-10-25T00:30',
    '2026-10-26T01:30',
  ])
  const windows = occurrencesBetween(daily, Date.parse('2026-03-01'), Date.parse('2026-12-01'))
  expect(new Set(windows.map(({ from, until }) => until - from))).toEqual(new Set([120 * 60_000]))
})

test.for<[what: string, recurrence: Recurrence, expected: readonly string[]]>([
  ['every third day', { every: 'DAY', ...endless, interval: 3, count: 3 }, ['2026-03-28', '2026-03-31', '2026-04-03']],
  [
    'Mondays and Saturdays every second week',
    { every: 'WEEK', weekdays: [6, 1], ...endless, interval: 2, count: 5 },
    ['2026-03-28', '2026-04-06', '2026-04-11', '2026-04-20', '2026-04-25'],
  ],
  [
    'the 31st, which some months do not have',
    { every: 'MONTH', day: 31, ...endless, count: 4 },
    ['2026-03-31', '2026-05-31', '2026-07-31', '2026-08-31'],
  ],
  [
    'the last day',
    { every: 'MONTH', day: -1, ...endless, interval: 11, count: 3 },
    ['2026-03-31', '2027-02-28', '2028-01-31'],
  ],
  ['29 February', { every: 'MONTH', day: 29, ...endless, interval: 12, lastDay: '2026-12-31' }, ['2026-03-29']],
  [
    'the second Tuesday',
    { every: 'MONTH', nth: 2, weekday: 2, ...endless, lastDay: '2026-07-01' },
    ['2026-04-14', '2026-05-12', '2026-06-09'],
  ],
  [
    'the fifth Friday, which few months have',
    { every: 'MONTH', nth: 5, weekday: 5, ...endless, count: 2 },
    ['2026-05-29', '2026-07-31'],
  ],
  ['the last Sunday', { every: 'MONTH', nth: -1, weekday: 7, ...endless, count: 2 }, ['2026-03-29', '2026-04-26']],
])('%s is on the days that a calendar shows', ([, recurrence, expected]) => {
  const noon: Maintenance = { ...once, time: '12:00', recurrence }
  expect(begins(noon).map((text) => text.slice(0, 10))).toEqual(expected)
})

test('what lies between two moments is what lies there of all, wherever one begins to look', () => {
  const random = seededRandom('windows of maintenance')
  const some = (max: number): number => Math.floor(random() * max)
  const kinds: readonly (() => Recurrence)[] = [
    () => ({ every: 'DAY', ...endless, interval: 1 + some(4) }),
    () => ({ every: 'WEEK', weekdays: [1 + some(7), 1 + some(7)], ...endless, interval: 1 + some(3) }),
    () => ({ every: 'MONTH', day: some(3) === 0 ? -1 : 1 + some(31), ...endless, interval: 1 + some(3) }),
    () => ({ every: 'MONTH', nth: 1 + some(5), weekday: 1 + some(7), ...endless, count: 1 + some(20) }),
  ]
  const begin = Date.parse('2025-12-01')
  // No window that is drawn below ends later.
  const end = begin + 861 * day
  for (let round = 0; round < 60; round++) {
    const recurrence = kinds[round % kinds.length]?.() ?? null
    const zone = ['America/Santiago', 'Pacific/Auckland', 'UTC'][some(3)] ?? 'UTC'
    const planned = {
      ...once,
      timeZone: zone,
      day: '2026-01-15',
      minutes: 1 + some(5_000),
      time: `0${some(10)}:15`,
      recurrence,
    }
    requireMaintenance(planned)
    const all = occurrencesBetween(planned, begin, end)
    const from = begin + some(800) * day + some(day)
    const until = from + some(60) * day
    expect(occurrencesBetween(planned, from, until)).toEqual(all.filter((one) => one.until > from && one.from < until))
  }
})

test('maintenance that has begun days before is found until its last moment', () => {
  const long: Maintenance = { ...once, minutes: 3 * 1_440, recurrence: { every: 'DAY', ...endless } }
  const end = Date.parse('2026-06-10T00:30Z')
  expect(occurrencesBetween(long, end - 1, end)).toHaveLength(3)
  expect(occurrencesBetween(long, end - 1, end)[0]?.until).toBe(end)
  expect(occurrencesBetween(long, end, end + 1)[0]?.until).toBe(end + day)
})

test('a rule that no month satisfies ends without windows', () => {
  const never: Maintenance = {
    ...once,
    day: '2026-02-01',
    recurrence: { every: 'MONTH', day: 30, ...endless, interval: 12 },
  }
  expect(begins(never, '2026-01-01', '2090-01-01')).toEqual([])
})

test.for<[change: Partial<Maintenance>, field: string, code: string]>([
  [{ timeZone: 'Mars/Olympus' }, 'timeZone', 'unknown-time-zone'],
  [{ day: '2026-02-30' }, 'day', 'bad-date'],
  [{ day: 'tomorrow' }, 'day', 'bad-date'],
  [{ time: '24:30' }, 'time', 'bad-time'],
  [{ time: '24:00' }, 'time', 'bad-time'],
  [{ minutes: 0 }, 'minutes', 'out-of-range'],
  [{ minutes: 50_000 }, 'minutes', 'out-of-range'],
  [{ recurrence: { every: 'DAY', ...endless, interval: 0 } }, 'recurrence.interval', 'out-of-range'],
  [{ recurrence: { every: 'DAY', ...endless, count: 1.5 } }, 'recurrence.count', 'out-of-range'],
  [{ recurrence: { every: 'DAY', ...endless, lastDay: '2026-03-27' } }, 'recurrence.lastDay', 'ends-before-start'],
  [{ recurrence: { every: 'WEEK', weekdays: [], ...endless } }, 'recurrence.weekdays', 'out-of-range'],
  [{ recurrence: { every: 'WEEK', weekdays: [0], ...endless } }, 'recurrence.weekdays', 'out-of-range'],
  [{ recurrence: { every: 'MONTH', day: 32, ...endless } }, 'recurrence.day', 'out-of-range'],
  [{ recurrence: { every: 'MONTH', nth: 6, weekday: 1, ...endless } }, 'recurrence.nth', 'out-of-range'],
  [{ recurrence: { every: 'MONTH', nth: 1, weekday: 8, ...endless } }, 'recurrence.weekday', 'out-of-range'],
])('%j is refused because of %s', ([change, field, code]) => {
  const attempt = (): void => requireMaintenance({ ...once, ...change })
  expect(attempt).toThrow(UptimeFault)
  expect(attempt).toThrow(expect.objectContaining({ field, code }))
})

test('windows together hold each second once', () => {
  const random = seededRandom('overlapping windows')
  const draw = (): TimeWindow[] =>
    Array.from({ length: 6 }, () => {
      const from = Math.floor(random() * 100)
      return { from, until: from + Math.floor(random() * 20) - 3 }
    })
  const seconds = (windows: readonly TimeWindow[]): number[] =>
    Array.from({ length: 140 }, (_, second) => second).filter((second) =>
      windows.some(({ from, until }) => from <= second && second < until),
    )
  for (let round = 0; round < 40; round++) {
    const [one, other] = [draw(), draw()]
    const merged = mergeWindows(one)
    expect(seconds(merged)).toEqual(seconds(one))
    expect(merged.every(({ from }, index) => from > (merged[index - 1]?.until ?? -1))).toBe(true)
    expect(lengthOf(one)).toBe(seconds(one).length)
    expect(seconds(overlapOf(one, other))).toEqual(seconds(one).filter((second) => seconds(other).includes(second)))
  }
})
