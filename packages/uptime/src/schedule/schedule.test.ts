import { seededRandom } from '@bollard/testing/seed'
import { expect, test } from 'vitest'
import { UptimeFault } from '../calendar/uptime-fault.ts'
import { type HeartbeatPlan, heartbeatAt, heartbeatDue } from './heartbeat.ts'
import { nextDue, offsetOf } from './interval.ts'
import { nextCron } from './next-cron.ts'
import { parseCron } from './parse-cron.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

test('a service is due at fixed points of time, whenever one asks', () => {
  const due = nextDue('a service', 30_000, 1_000_000)
  for (const after of [1_000_000, due - 1]) expect(nextDue('a service', 30_000, after)).toBe(due)
  expect(nextDue('a service', 30_000, due)).toBe(due + 30_000)
  expect(nextDue('a service', 30_000, due + 29_999 + 30_000 * 1_000)).toBe(due + 30_000 * 1_001)
})

test('services with ids that hardly differ are spread evenly over the interval', () => {
  const counts = Array.from({ length: 60 }, () => 0)
  for (let number = 0; number < 6_000; number++) {
    const second = Math.floor(offsetOf(`service-${number}`, 60_000) / 1_000)
    counts[second] = (counts[second] ?? 0) + 1
  }
  // 100 are expected in each second; chance alone goes from 61 to 139 at four standard deviations.
  expect(Math.min(...counts)).toBeGreaterThan(60)
  expect(Math.max(...counts)).toBeLessThan(140)
})

test.for<[line: string, zone: string, after: string, due: readonly string[]]>([
  ['30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00Z', ['2026-03-29T01:00Z', '2026-03-30T00:30Z']],
  ['*/20 2 * * *', 'Europe/Berlin', '2026-03-29T00:00Z', ['2026-03-29T01:00Z', '2026-03-30T00:00Z']],
  ['30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00Z', ['2026-10-25T00:30Z', '2026-10-26T01:30Z']],
  ['30 2 * * *', 'Europe/Berlin', '2026-10-25T00:45Z', ['2026-10-26T01:30Z']],
  ['30 * * * *', 'Europe/Berlin', '2026-10-25T00:00Z', ['2026-10-25T00:30Z', '2026-10-25T01:30Z', '2026-10-25T02:30Z']],
  ['30 * * * *', 'Europe/Berlin', '2026-03-29T00:00Z', ['2026-03-29T00:30Z', '2026-03-29T01:30Z']],
  // The clock of Lord Howe Island changes by half an hour.
  ['15 2 * * *', 'Australia/Lord_Howe', '2026-10-03T00:00Z', ['2026-10-03T15:30Z', '2026-10-04T15:15Z']],
  // Samoa had no 30 December 2011.
  ['0 12 30 12 *', 'Pacific/Apia', '2011-12-01T00:00Z', ['2011-12-30T10:00Z', '2012-12-29T22:00Z']],
  ['0 0 29 2 *', 'UTC', '2026-01-01T00:00Z', ['2028-02-29T00:00Z', '2032-02-29T00:00Z']],
  ['0 0 29 2 *', 'UTC', '2096-03-01T00:00Z', ['2104-02-29T00:00Z']],
  ['0 0 13 * fri', 'UTC', '2026-02-01T00:00Z', ['2026-02-06T00:00Z', '2026-02-13T00:00Z', '2026-02-20T00:00Z']],
  ['0 0 */30 * MON-WED/2', 'UTC', '2026-01-01T00:00Z', ['2026-04-01T00:00Z', '2026-06-01T00:00Z']],
  ['@weekly', 'UTC', '2026-11-27T00:00Z', ['2026-11-29T00:00Z']],
  ['5 4 * * fri-sun', 'UTC', '2026-11-27T05:00Z', ['2026-11-28T04:05Z', '2026-11-29T04:05Z', '2026-12-04T04:05Z']],
])('%s in %s is due as it should after %s', ([line, zone, after, due]) => {
  let at = Date.parse(after)
  const found = due.map(() => {
    at = nextCron(parseCron(line), zone, at) ?? Number.NaN
    return new Date(at).toISOString().replace(':00.000', '')
  })
  expect(found).toEqual(due)
})

test('cron lines are due in the minutes that a walk over the wall clock finds, over two changes of the clock', () => {
  const random = seededRandom('cron lines')
  for (const [zone, days] of Object.entries(changes))
    for (const start of days.map((text) => Date.parse(text))) {
      const shown = wallClock(zone, start - day, start + day)
      for (let round = 0; round < 6; round++) {
        const some = (max: number): number => Math.floor(random() * max)
        const hours = round < 2 ? '*' : `${some(4)}-${6 + some(4)}${round === 2 ? '/2' : ''}`
        const line = `${round % 2 === 0 ? some(60) : `*/${7 + some(20)}`} ${hours} * * ${round === 5 ? some(8) : '*'}`
        expect([zone, line, ours(line, zone, start)]).toEqual([zone, line, walked(line, shown)])
      }
    }
})

interface Shown {
  readonly at: number
  readonly weekday: number
  readonly minuteOfDay: number
  readonly dayOf: string
}

/** Days on which the clocks change. */
const changes = {
  'Europe/Berlin': ['2026-03-29', '2026-10-25'],
  'America/New_York': ['2026-03-08', '2026-11-01'],
  'Australia/Lord_Howe': ['2026-04-05', '2026-10-04'],
  'Asia/Kolkata': ['2026-06-01'],
}

/** What Intl says the clock shows, for each minute. */
function wallClock(zone: string, from: number, until: number): readonly Shown[] {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  const minutes = Array.from({ length: (until - from) / minute }, (_, index) => from + index * minute)
  return minutes.map((at) => {
    const [, name = '', dayOf = '', hours, minutesOf] = /^(\w+) (\d+),? (\d+):(\d+)$/u.exec(format.format(at)) ?? []
    const weekday = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(name)
    return { at, weekday, minuteOfDay: Number(hours) * 60 + Number(minutesOf), dayOf }
  })
}

function ours(line: string, zone: string, start: number): number[] {
  const found: number[] = []
  const cron = parseCron(line)
  for (let at: number | null = start - day - 1; ;) {
    at = nextCron(cron, zone, at)
    if (at === null || at >= start + day) return found
    found.push(at)
  }
}

/** The same from minutes as they were shown, and a note of what was done already. */
function walked(line: string, shown: readonly Shown[]): number[] {
  const [minutes = '', hours = '', , , weekdays = ''] = line.split(' ')
  const isDue = (time: number, weekday: number): boolean =>
    names(minutes, time % 60, 59) &&
    names(hours, Math.floor(time / 60), 23) &&
    (names(weekdays, weekday, 6) || (weekday === 0 && weekdays === '7'))
  const found: number[] = []
  const done = new Set<string>()
  for (const [index, { at, minuteOfDay, weekday, dayOf }] of shown.entries()) {
    const before = shown[index - 1]
    const hasJumped = before !== undefined && before.dayOf === dayOf && minuteOfDay - before.minuteOfDay > 1
    const skipped = hasJumped ? minutesFrom(before.minuteOfDay + 1, minuteOfDay) : []
    const isMissed = hours !== '*' && skipped.some((time) => isDue(time, weekday))
    const key = `${dayOf} ${minuteOfDay}`
    if (isMissed || (isDue(minuteOfDay, weekday) && (hours === '*' || !done.has(key)))) found.push(at)
    done.add(key)
  }
  return found
}

function names(field: string, value: number, max: number): boolean {
  const [range = '', step = '1'] = field.split('/')
  const [low = 0, high = range === '*' ? max : low] = range === '*' ? [] : range.split('-').map(Number)
  return value >= low && value <= high && (value - low) % Number(step) === 0
}

function minutesFrom(from: number, until: number): number[] {
  return Array.from({ length: until - from }, (_, index) => from + index)
}

test.for<[line: string, field: string]>([
  ['', 'line'],
  ['* * * *', 'line'],
  ['* * * * * *', 'line'],
  ['@reboot', 'line'],
  [`${'1,'.repeat(120)}1 * * * *`, 'line'],
  ['60 * * * *', 'minute'],
  ['*/0 * * * *', 'minute'],
  ['*/90 * * * *', 'minute'],
  ['5/10 * * * *', 'minute'],
  ['1,,2 * * * *', 'minute'],
  ['-5 * * * *', 'minute'],
  ['1e1 * * * *', 'minute'],
  ['* 24 * * *', 'hour'],
  ['* 22-2 * * *', 'hour'],
  ['* * 0 * *', 'dayOfMonth'],
  ['* * L * *', 'dayOfMonth'],
  ['* * 30 2 *', 'dayOfMonth'],
  ['* * 31 apr,jun *', 'dayOfMonth'],
  ['* * * 13 *', 'month'],
  ['* * * janu *', 'month'],
  ['* * * * 8', 'dayOfWeek'],
  ['* * * * constructor', 'dayOfWeek'],
])('the cron line "%s" is refused because of its field %s', ([line, field]) => {
  let fault: unknown
  try {
    parseCron(line)
  } catch (error) {
    fault = error
  }
  expect(fault).toBeInstanceOf(UptimeFault)
  expect(fault).toMatchObject({ field, code: line.startsWith('* * 3') ? 'never-due' : 'bad-cron' })
})

test('a heartbeat is late when its signal is due and missing after the grace', () => {
  const plan: HeartbeatPlan = { periodSeconds: 3_600, graceSeconds: 600 }
  const standing = (at: number): string => heartbeatAt(plan, 0, at).standing
  expect([hour - 1, hour, hour + 600_000 - 1, hour + 600_000].map(standing)).toEqual([
    'ON_TIME',
    'LATE',
    'LATE',
    'MISSING',
  ])
})

test('a signal a few seconds before its cron time is the one that was waited for', () => {
  const plan = { cron: '0 3 * * *', timeZone: 'Europe/Berlin', graceSeconds: 60 }
  const time = Date.parse('2026-06-01T01:00Z')
  for (const signal of [time - 10_000, time, time + 2 * hour]) expect(heartbeatDue(plan, signal)).toBe(time + day)
  expect(heartbeatDue(plan, time - 10_001)).toBe(time)
})
