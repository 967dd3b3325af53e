import { seededRandom } from '@bollard/testing/seed'
import { expect, test } from 'vitest'
import { verdicts } from '../check-result.ts'
import { daysBetween } from '../figures/roll-up.ts'
import { timeByState, timeByStateOfEach } from '../figures/state-time.ts'
import { formatPercent, uptimeFormulas, uptimeOf } from '../figures/uptime.ts'
import { type Maintenance, occurrencesBetween } from '../maintenance/maintenance.ts'
import { advance } from './advance.ts'
import { type Machine, startMachine, type Transition } from './machine.ts'
import { defaultFlapping, type MachineSettings } from './settings.ts'
import { type RawChange, type RawCheck, statesBySecond } from './testing/states-by-second.ts'

const rules = { places: 3, retries: 1, recoverAfter: 2, placesMin: 2, silentAfter: 2_730 }
const settings: MachineSettings = {
  kind: 'PROBED',
  places: ['0', '1', '2'],
  retries: rules.retries,
  recoverAfter: rules.recoverAfter,
  placesMin: rules.placesMin,
  degradedAfterMs: 1_000,
  silentAfterMs: rules.silentAfter * 1_000,
  flapping: defaultFlapping,
}
// Every Sunday, so also on both days on which the clock changes, and on the last day of February 2028, which is the
// 29th.
const weekly: Maintenance = {
  timeZone: 'Europe/Berlin',
  day: '2028-01-01',
  time: '02:30',
  minutes: 90,
  recurrence: { every: 'WEEK', weekdays: [7], interval: 1, lastDay: null, count: null },
}
const monthly: Maintenance = {
  ...weekly,
  time: '23:50',
  minutes: 25,
  recurrence: { every: 'MONTH', day: -1, interval: 1, lastDay: null, count: null },
}
const [from, until] = [Date.parse('2027-12-31T23:00Z') / 1_000, Date.parse('2028-12-31T23:00Z') / 1_000]

test('the states of a simulated year match an independent calculation to the second', { timeout: 60_000 }, () => {
  const said = simulate()
  // No check began after it was reported, whatever the clock of its prober says.
  const checks = said.map(({ at, now, place, severity }): RawCheck => ({ at: Math.min(at, now), place, severity }))
  const planned = plannedSeconds()
  const expected = statesBySecond(rules, checks, [from, until], (second) => planned[second - from] === 1)

  const transitions: Transition[] = []
  let machine = startMachine(from * 1_000)
  const take = (event: Parameters<typeof advance>[2]): void => {
    const advanced = advance(settings, machine, event)
    machine = advanced.machine
    transitions.push(...advanced.transitions)
  }
  const windows = [weekly, monthly].flatMap((one) => occurrencesBetween(one, from * 1_000, until * 1_000))
  windows.sort((a, b) => a.from - b.from)
  for (const [index, { at, now, place, severity }] of said.entries()) {
    // As a service does: it plans ahead again and again, and stores the machine as JSON.
    if (index % 5_000 === 0) {
      const coming = windows.filter((window) => window.until > machine.clock).slice(0, 60)
      take({ kind: 'MAINTENANCE', now: machine.clock, windows: coming })
      machine = JSON.parse(JSON.stringify(machine)) as Machine
    }
    const isSlow = severity === 1 && index % 2 === 0
    const verdict = severity === null ? 'UNKNOWN' : isSlow ? 'UP' : (verdicts[[0, 1, 3, 2][severity] ?? 4] ?? 'UNKNOWN')
    const totalMs = isSlow ? 1_001 : 200
    take({ kind: 'RESULT', now: now * 1_000, at: at * 1_000, place: String(place), verdict, totalMs })
  }
  take({ kind: 'TICK', now: until * 1_000 - 1 })

  expect(expected.length).toBeGreaterThan(300)
  expect(new Set(expected.map(({ to }) => to)).size).toBe(6)
  expect(transitions.map(({ at, to }): RawChange => ({ at: at / 1_000, to }))).toEqual(expected)

  const history = { before: 'UNKNOWN', changes: transitions } as const
  const days = daysBetween('Europe/Berlin', from * 1_000, until * 1_000)
  expect(days.length).toBe(366)
  expect(
    days.filter((day) => day.until - day.from !== 86_400_000).map(({ day, ...window }) => [day, hours(window)]),
  ).toEqual([
    ['2028-03-26', 23],
    ['2028-10-29', 25],
  ])
  const byDay = timeByStateOfEach(history, [from * 1_000, ...days.map((day) => day.until)])
  const counted = countSeconds(expected)
  const sum = timeByState(history, from * 1_000, until * 1_000)
  for (const [state, seconds] of counted) expect([state, sum[state as 'UP']]).toEqual([state, seconds * 1_000])
  expect(byDay.reduce((total, day) => total + day.DOWN, 0)).toBe(sum.DOWN)
  const [up, down] = [(counted.get('UP') ?? 0) + (counted.get('DEGRADED') ?? 0), counted.get('DOWN') ?? 0]
  expect(formatPercent(uptimeOf(uptimeFormulas.DURATION, sum), 3)).toBe(
    (Math.floor((up * 100_000) / (up + down)) / 1_000).toFixed(3),
  )
})

function hours(window: { from: number; until: number }): number {
  return (window.until - window.from) / 3_600_000
}

/** A check as its prober tells of it, and the clock of the service when it does. Seconds. */
interface Said extends RawCheck {
  readonly now: number
}

/**
 * A check of each place every quarter of an hour, with all that goes wrong in a year; in the order of their arrival.
 */
function simulate(): Said[] {
  const random = seededRandom('a year of checks')
  const said: { check: Said; arrival: number }[] = []
  for (let slot = from; slot < until; slot += 900) {
    const hour = Math.floor((slot - from) / 3_600)
    // Outages, challenges and slow hours of the service; places without a line; a machine that sleeps.
    const trouble = hour % 97 === 5 ? 3 : hour % 211 === 40 ? 2 : hour % 131 === 70 ? 1 : 0
    const isAsleep = hour % 1_009 > 1_005
    const isOffline = hour % 307 < 4
    for (let place = 0; place < rules.places; place++) {
      const at = slot + place * 300 + Math.floor(random() * 20)
      const isBad = random() < (trouble === 0 ? 0.02 : 0.9)
      const severity = isOffline && place === 1 ? null : isBad ? (trouble === 0 ? 3 : trouble) : 0
      if (isAsleep || at >= until) continue
      // Place 2 keeps its results while it has no line, and delivers them hours later.
      const isLate = place === 2 && hour % 173 < 6
      const arrival = isLate ? slot + 6 * 3_600 : at + Math.floor(random() * 240)
      // For hours, the clock of the service or of a prober is ahead.
      const isAhead = hour % 331 < 3
      const isProberAhead = place === 0 && hour % 401 === 3 && !isAhead
      const tell = (later: number): void => {
        const now = later + (isAhead ? 5 * 3_600 : 0)
        said.push({ check: { at: at + (isProberAhead ? 2_000 : 0), place, severity, now }, arrival: later })
      }
      tell(arrival)
      if (random() < 0.01) tell(arrival + 700)
    }
  }
  return said.toSorted((a, b) => a.arrival - b.arrival).map(({ check }) => check)
}

/** One for each second of maintenance, from the rule of the European Union for summer time alone. */
function plannedSeconds(): Uint8Array {
  const [summer, winter] = [Date.parse('2028-03-26T01:00Z') / 1_000, Date.parse('2028-10-29T01:00Z') / 1_000]
  const seconds = new Uint8Array(until - from)
  for (let minute = from; minute < until; minute += 60) {
    const local = minute + (minute >= summer && minute < winter ? 7_200 : 3_600)
    const time = (local % 86_400) / 60
    // 1 January 1970 was a Thursday. Half past two comes twice in October; in March three o'clock comes in its place.
    const isSunday = Math.floor(local / 86_400) % 7 === 3
    const isWeekly = isSunday && (minute === summer || (time === 150 && minute !== winter + 1_800))
    const isMonthly = time === 23 * 60 + 50 && new Date((local + 86_400) * 1_000).getUTCDate() === 1
    if (isWeekly) seconds.fill(1, minute - from, minute - from + 90 * 60)
    if (isMonthly) seconds.fill(1, minute - from, minute - from + 25 * 60)
  }
  return seconds
}

function countSeconds(changes: readonly RawChange[]): Map<string, number> {
  const seconds = new Map<string, number>()
  let [state, since] = ['UNKNOWN', from]
  for (const { at, to } of [...changes, { at: until, to: '' }]) {
    seconds.set(state, (seconds.get(state) ?? 0) + at - since)
    ;[state, since] = [to, at]
  }
  return seconds
}
