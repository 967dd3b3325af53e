import { afterAll, expect, test } from 'vitest'
import { startDatabases } from '../../testing/start-database.ts'
import { findWindow, type StatisticsWindow } from './find-window.ts'

const databases = await startDatabases()
afterAll(() => databases.stop())
const { db } = await databases.create()
const hourMs = 3_600_000

const hoursOf = ({ from, to }: { from: Date; to: Date }): number => (to.getTime() - from.getTime()) / hourMs
/** Long after the days that are asked for. */
const later = Date.parse('2026-12-30T12:00:00Z')
const windowOf = (timeZone: string, from: string, to = from, now = later): Promise<StatisticsWindow> =>
  findWindow(db, { period: '7d', from, to }, timeZone, now)

/** Local hour and minute at a time, as Intl tells it and not PostgreSQL. */
function localTime(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at)
}

test.each([
  ['Europe/Berlin', '2026-03-29', 23],
  ['Europe/Berlin', '2026-10-25', 25],
  ['America/New_York', '2026-03-08', 23],
  ['America/New_York', '2026-11-01', 25],
  ['Asia/Kolkata', '2026-03-29', 24],
  ['Australia/Lord_Howe', '2026-10-04', 23.5],
  ['Australia/Lord_Howe', '2026-04-05', 24.5],
  ['Pacific/Apia', '2026-03-29', 24],
  // Midnight is left out, and comes twice.
  ['Africa/Cairo', '2026-04-24', 23],
  ['America/Havana', '2026-11-01', 25],
])('a day in %s, %s, has %d hours, from midnight to midnight and without gaps', async (timeZone, day, hours) => {
  const window = await windowOf(timeZone, day)
  expect(hoursOf(window)).toBe(hours)
  expect(localTime(window.from, timeZone)).toMatch(new RegExp(`^${day} 0[01]:00$`, 'u'))
  expect(localTime(new Date(window.from.getTime() - 1), timeZone) < `${day} 00:00`).toBe(true)
  expect(localTime(new Date(window.to.getTime() - 1), timeZone)).toBe(`${day} 23:59`)
  expect(window.buckets.reduce((sum, bucket) => sum + hoursOf(bucket), 0)).toBe(hours)
  expect(window.buckets[0]?.from).toEqual(window.from)
  for (const [index, { to }] of window.buckets.entries())
    expect(to).toEqual(window.buckets[index + 1]?.from ?? window.to)
  expect(window.buckets).toHaveLength(Math.ceil(hours))
  // Each begins on the hour by the clock, but where half an hour is left out or comes again.
  const odd = window.buckets.filter(({ from }) => !localTime(from, timeZone).endsWith(':00'))
  expect(odd.length).toBe(timeZone === 'Australia/Lord_Howe' ? 1 : 0)
})

test('the previous period is as many local days, whatever their length', async () => {
  const { from, previous, shape, bucketMinutes } = await windowOf('Europe/Berlin', '2026-03-29', '2026-04-01')
  expect(previous).toMatchObject({ to: from, days: { first: '2026-03-25', last: '2026-03-28' }, rest: null })
  expect(localTime(previous.from, 'Europe/Berlin')).toBe('2026-03-25 00:00')
  expect([shape, bucketMinutes]).toEqual(['7d', 240])
})

test('a week that is going on ends with the bucket of now, and is compared with the week before up to the same time of day', async () => {
  const now = Date.parse('2026-03-29T15:07:00Z')
  const window = await findWindow(db, { period: '7d' }, 'Europe/Berlin', now)
  expect(window.days).toEqual({ first: '2026-03-23', last: '2026-03-29' })
  expect(localTime(window.to, 'Europe/Berlin')).toBe('2026-03-30 00:00')
  expect(window.buckets.at(-1)).toEqual({
    from: new Date('2026-03-29T14:00:00Z'),
    to: new Date('2026-03-29T18:00:00Z'),
  })
  // 17:07 by the clock, an hour of which was left out; the week before it was winter.
  expect(window.previous).toMatchObject({
    days: { first: '2026-03-16', last: '2026-03-21' },
    to: new Date('2026-03-22T16:15:00Z'),
  })
  expect(localTime(window.previous.to, 'Europe/Berlin')).toBe('2026-03-22 17:15')
  expect(window.previous.rest?.from).toEqual(new Date('2026-03-21T23:00:00Z'))
})

test.each(['Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/New_York', 'UTC'])(
  'months in %s are of days that begin at midnight',
  async (timeZone) => {
    for (const period of ['30d', '91d'] as const) {
      const window = await findWindow(db, { period }, timeZone, Date.parse('2026-04-20T03:00:00Z'))
      expect(window.buckets).toHaveLength(period === '30d' ? 30 : 91)
      expect(window.bucketDays).toHaveLength(window.buckets.length)
      for (const [index, { from }] of window.buckets.entries())
        expect(localTime(from, timeZone)).toBe(`${window.bucketDays[index]} 00:00`)
      expect(window.bucketMinutes).toBe(1_440)
    }
  },
)

test('a day that a zone has left out has no bucket, and no hours', async () => {
  // Samoa went from the east to the west of the date line, without 30 December 2011.
  const month = await windowOf('Pacific/Apia', '2011-12-10', '2012-01-08')
  expect(month.bucketDays).not.toContain('2011-12-30')
  expect(month.buckets).toHaveLength(29)
  expect(hoursOf(month)).toBe(29 * 24)
  const around = await windowOf('Pacific/Apia', '2011-12-29', '2011-12-31')
  expect(around.buckets.reduce((sum, bucket) => sum + hoursOf(bucket), 0)).toBe(48)
  const none = await windowOf('Pacific/Apia', '2011-12-30')
  expect(none.buckets).toEqual([])
})

test('the last 24 hours are whole hours up to the running one', async () => {
  const window = await findWindow(db, { period: '24h' }, 'Asia/Kolkata', Date.parse('2026-03-29T15:07:00Z'))
  expect([window.from, window.to, window.previous.from]).toEqual(
    ['2026-03-28T16:00:00Z', '2026-03-29T16:00:00Z', '2026-03-27T16:00:00Z'].map((at) => new Date(at)),
  )
  expect(window.buckets).toHaveLength(24)
})

test('of days to come nothing is told', async () => {
  const window = await windowOf('UTC', '2027-01-02', '2027-01-03')
  expect(window.buckets).toEqual([])
  expect(window.previous).toMatchObject({ days: null, rest: null })
})
