import { UptimeFault, requireWhole } from '../calendar/uptime-fault.ts'
import {
  dateOf,
  dayMs,
  dayNumberFrom,
  dayNumberOf,
  daysInMonth,
  localOf,
  minuteMs,
  momentOf,
  parseClock,
  parseDay,
  requireZone,
  weekdayOf,
} from '../calendar/zone.ts'
import type { TimeWindow } from './time-window.ts'

/** When maintenance comes back. Weekdays are 1 (Monday) to 7 (Sunday). */
export type Recurrence = (
  | { readonly every: 'DAY' }
  | { readonly every: 'WEEK'; readonly weekdays: readonly number[] }
  /** The 1st to 31st, or -1 for the last day. A month without that day is left out. */
  | { readonly every: 'MONTH'; readonly day: number }
  /** The 1st to 5th such weekday, or -1 for the last. A month without a 5th is left out. */
  | { readonly every: 'MONTH'; readonly nth: number; readonly weekday: number }
) & {
  /** Every so many days, weeks (which begin on Mondays) or months, counted from the one of the start. */
  readonly interval: number
  /** The last day on which it may begin, such as `2027-03-31`; null without an end. */
  readonly lastDay: string | null
  /** How often it takes place at most; null without an end. */
  readonly count: number | null
}

/** Planned work. Day and time are read on the clock of the zone. */
export interface Maintenance {
  readonly timeZone: string
  /** The first day on which it may begin, such as `2026-03-29`. */
  readonly day: string
  /** When it begins, such as `02:30`. */
  readonly time: string
  readonly minutes: number
  /** null: once. */
  readonly recurrence: Recurrence | null
}

const minutesMax = 31 * 1_440
const occurrencesMax = 10_000

/** Throws an UptimeFault that names the field, for maintenance that cannot be planned so. */
export function requireMaintenance({ timeZone, day, time, minutes, recurrence }: Maintenance): void {
  requireZone(timeZone)
  const first = parseDay(day, 'day')
  if (parseClock(time, 'time') === 1_440) throw new UptimeFault('bad-time', 'time', '24:00 begins no maintenance')
  requireWhole(minutes, 'minutes', 1, minutesMax)
  if (recurrence === null) return
  requireWhole(recurrence.interval, 'recurrence.interval', 1, 1_000)
  if (recurrence.count !== null) requireWhole(recurrence.count, 'recurrence.count', 1, occurrencesMax)
  if (recurrence.lastDay !== null && parseDay(recurrence.lastDay, 'recurrence.lastDay') < first)
    throw new UptimeFault('ends-before-start', 'recurrence.lastDay', 'The last day lies before the first one')
  if (recurrence.every === 'WEEK') {
    requireWhole(new Set(recurrence.weekdays).size, 'recurrence.weekdays', 1, 7)
    for (const weekday of recurrence.weekdays) requireWhole(weekday, 'recurrence.weekdays', 1, 7)
  } else if ('day' in recurrence) {
    if (recurrence.day !== -1) requireWhole(recurrence.day, 'recurrence.day', 1, 31)
  } else if (recurrence.every === 'MONTH') {
    if (recurrence.nth !== -1) requireWhole(recurrence.nth, 'recurrence.nth', 1, 5)
    requireWhole(recurrence.weekday, 'recurrence.weekday', 1, 7)
  }
}

/**
 * The windows of maintenance that have time in `[from, until)`, in order, at most 10,000 of them.
 *
 * It begins when the clock of the zone shows the time: the first time where that comes twice (RFC 5545 §3.3.5), and at
 * the first moment after the change where the clock skips it, because planned work still takes place; RFC 5545 §3.3.10
 * leaves it out. It lasts its minutes of time that passes, whatever the clock does meanwhile. Days that a month does
 * not have are left out and do not count, as in RFC 5545 §3.3.10.
 */
export function occurrencesBetween(maintenance: Maintenance, from: number, until: number): readonly TimeWindow[] {
  const { timeZone, minutes, recurrence } = maintenance
  const clockMs = parseClock(maintenance.time, 'time') * minuteMs
  const first = parseDay(maintenance.day, 'day')
  const found: TimeWindow[] = []
  // Two days more than the longest window, since zones differ by up to a day and windows begin on a local day.
  const relevant = dayNumberOf(localOf(timeZone, from)) - Math.ceil((minutes * minuteMs) / dayMs) - 2
  for (const day of daysOf(recurrence, first, relevant)) {
    const begin = momentOf(timeZone, day * dayMs + clockMs)
    if (begin >= until || found.length >= occurrencesMax) break
    const end = begin + minutes * minuteMs
    if (end > from) found.push({ from: begin, until: end })
  }
  return found
}

/** The days on which it begins, in order, from a day that matters on; those that are counted from the first day on. */
function* daysOf(recurrence: Recurrence | null, first: number, relevant: number): Generator<number> {
  if (recurrence === null) {
    yield first
    return
  }
  const lastDay = recurrence.lastDay === null ? Infinity : parseDay(recurrence.lastDay, 'recurrence.lastDay')
  let left = recurrence.count ?? Infinity
  // What is counted has to be counted from the beginning.
  const skipTo = left === Infinity ? Math.max(first, relevant) : first
  // A rule that no month satisfies, such as a 31st every 12 months from February, must end too.
  for (let period = periodOf(recurrence, first, skipTo), empty = 0; empty < 1_000; period++) {
    const days = daysOfPeriod(recurrence, first, period).filter((day) => day >= first)
    empty = days.length === 0 ? empty + 1 : 0
    for (const day of days) {
      if (day > lastDay || left === 0) return
      left--
      if (day >= relevant) yield day
    }
  }
}

/**
 * The number of the period, counted from that of the first day, that holds a later day or the end of the one before.
 */
function periodOf({ every, interval }: Recurrence, first: number, day: number): number {
  if (every === 'DAY') return Math.floor((day - first) / interval)
  if (every === 'WEEK') return Math.floor((mondayOf(day) - mondayOf(first)) / 7 / interval)
  return Math.floor((monthNumberOf(day) - monthNumberOf(first)) / interval)
}

function daysOfPeriod(recurrence: Recurrence, first: number, period: number): readonly number[] {
  const steps = period * recurrence.interval
  if (recurrence.every === 'DAY') return [first + steps]
  if (recurrence.every === 'WEEK') {
    const monday = mondayOf(first) + steps * 7
    return [...new Set(recurrence.weekdays)].toSorted((a, b) => a - b).map((weekday) => monday + weekday - 1)
  }
  const start = dateOf(first)
  const { year, month } = dateOf(dayNumberFrom(start.year, start.month + steps, 1))
  const day = 'day' in recurrence ? dayOfMonth(year, month, recurrence.day) : nthOfMonth(year, month, recurrence)
  return day === null ? [] : [day]
}

function dayOfMonth(year: number, month: number, day: number): number | null {
  const length = daysInMonth(year, month)
  if (day > length) return null
  return dayNumberFrom(year, month, day === -1 ? length : day)
}

function nthOfMonth(
  year: number,
  month: number,
  { nth, weekday }: { readonly nth: number; readonly weekday: number },
): number | null {
  const length = daysInMonth(year, month)
  if (nth === -1) {
    const last = dayNumberFrom(year, month, length)
    return last - ((weekdayOf(last) - weekday + 7) % 7)
  }
  const begin = dayNumberFrom(year, month, 1)
  const day = begin + ((weekday - weekdayOf(begin) + 7) % 7) + (nth - 1) * 7
  return day - begin < length ? day : null
}

function mondayOf(day: number): number {
  return day - weekdayOf(day) + 1
}

function monthNumberOf(day: number): number {
  const { year, month } = dateOf(day)
  return year * 12 + month - 1
}
