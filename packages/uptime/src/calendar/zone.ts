/// <reference lib="esnext.temporal" />
/**
 * Wall clocks of time zones, in whole milliseconds. A *moment* is Unix time. A *local* time is what a wall clock shows,
 * written as the Unix time at which a clock in UTC shows the same: it has no zone, and its days always have 24 hours.
 *
 * Temporal knows the zones; it is asked once for each stretch between two changes of a zone's clock, because asking it
 * for every conversion costs microseconds and reports convert thousands.
 */
import { UptimeFault } from './uptime-fault.ts'

export const minuteMs = 60_000
export const hourMs = 3_600_000
export const dayMs = 86_400_000

/** A stretch in which a zone has one offset from UTC. */
export interface Stretch {
  /** First moment; -Infinity where the zone knows no earlier change. */
  readonly from: number
  /** First moment after it; Infinity where the zone knows no later change. */
  readonly until: number
  /** What the wall clock is ahead of UTC, in milliseconds. */
  readonly offset: number
}

/** The stretches of each zone that were asked for so far. The answers never change while a process runs. */
const known = new Map<string, Stretch[]>()
const zonesKeptMax = 1_000

/** Throws an UptimeFault with the code `unknown-time-zone` unless the zone is known. */
export function requireZone(zone: string, field = 'timeZone'): void {
  try {
    stretchAt(zone, 0)
  } catch {
    throw new UptimeFault('unknown-time-zone', field, `${zone} is no known time zone`)
  }
}

/**
 * The stretch of the zone that holds at a moment. Throws a RangeError where the zone is unknown or the moment is none.
 */
export function stretchAt(zone: string, moment: number): Stretch {
  const stretches = known.get(zone)
  if (stretches !== undefined)
    for (let index = stretches.length - 1; index >= 0; index--) {
      const stretch = stretches[index]
      if (stretch !== undefined && stretch.from <= moment && moment < stretch.until) return stretch
    }
  const found = askForStretch(zone, moment)
  if (stretches !== undefined) stretches.push(found)
  else {
    // Names of zones come from owners: they must not fill the memory.
    if (known.size >= zonesKeptMax) known.clear()
    known.set(zone, [found])
  }
  return found
}

/** What the wall clock of the zone shows at a moment. */
export function localOf(zone: string, moment: number): number {
  return moment + stretchAt(zone, moment).offset
}

/** The moments at which the wall clock shows a local time: none where the clock skips it, two where it comes twice. */
export function momentsOf(zone: string, local: number): readonly number[] {
  const moments: number[] = []
  for (const { from, until, offset } of stretchesAround(zone, local)) {
    const moment = local - offset
    if (moment >= from && moment < until) moments.push(moment)
  }
  return moments
}

/**
 * The moment at which something planned for a local time happens: the first time where it comes twice, and the first
 * moment after the change where the clock skips it.
 */
export function momentOf(zone: string, local: number): number {
  for (const { from, until, offset } of stretchesAround(zone, local)) {
    // Earlier stretches have ended before their clock showed it: the clock has skipped it once a stretch begins later
    // than that.
    const moment = Math.max(local - offset, from)
    if (moment < until) return moment
  }
  throw new RangeError(`no moment of ${zone} shows ${local}`)
}

/** The day of a local time, as days since 1 January 1970. */
export function dayNumberOf(local: number): number {
  return Math.floor(local / dayMs)
}

/** The weekday of a day: 1 is Monday and 7 is Sunday, as in ISO 8601. */
export function weekdayOf(dayNumber: number): number {
  // 1 January 1970 was a Thursday.
  return ((((dayNumber + 3) % 7) + 7) % 7) + 1
}

/** Year, month (1–12) and day (1–31) of a day. */
export function dateOf(dayNumber: number): { year: number; month: number; day: number } {
  const date = new Date(dayNumber * dayMs)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/** The number of a day; months and days beyond their ends run on into the next, as in `Date.UTC`. */
export function dayNumberFrom(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / dayMs
}

/** How many days a month (1–12) has. */
export function daysInMonth(year: number, month: number): number {
  return dateOf(dayNumberFrom(year, month + 1, 0)).day
}

/** `2026-03-29` */
export function formatDay(dayNumber: number): string {
  return new Date(dayNumber * dayMs).toISOString().slice(0, 10)
}

/** The number of a day such as `2026-03-29`. Throws an UptimeFault with the code `bad-date` for anything else. */
export function parseDay(text: string, field: string): number {
  const moment = /^\d{4}-\d{2}-\d{2}$/u.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(moment) || formatDay(moment / dayMs) !== text)
    throw new UptimeFault('bad-date', field, `${text} is no day such as 2026-03-29`)
  return moment / dayMs
}

/**
 * Minutes since midnight of a time such as `02:30`. Throws an UptimeFault with the code `bad-time`; `24:00` is the end
 * of a day.
 */
export function parseClock(text: string, field: string): number {
  const [, hours, minutes] = /^([01]\d|2[0-4]):([0-5]\d)$/u.exec(text) ?? []
  const sum = Number(hours) * 60 + Number(minutes)
  if (Number.isNaN(sum) || sum > 1_440)
    throw new UptimeFault('bad-time', field, `${text} is no time of day such as 02:30`)
  return sum
}

/** No zone has ever been further from UTC than this. */
const offsetMax = 16 * hourMs

function stretchesAround(zone: string, local: number): readonly Stretch[] {
  const first = stretchAt(zone, local - offsetMax)
  const stretches = [first]
  for (let last = first; last.until <= local + offsetMax;) {
    last = stretchAt(zone, last.until)
    stretches.push(last)
  }
  return stretches
}

function askForStretch(zone: string, moment: number): Stretch {
  const at = Temporal.Instant.fromEpochMilliseconds(Math.floor(moment)).toZonedDateTimeISO(zone)
  // The change before is sought from the next millisecond, because a change at this very moment begins the stretch.
  const from = at.add({ milliseconds: 1 }).getTimeZoneTransition('previous')?.epochMilliseconds ?? -Infinity
  const until = at.getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity
  return { from, until, offset: Math.round(at.offsetNanoseconds / 1e6) }
}
