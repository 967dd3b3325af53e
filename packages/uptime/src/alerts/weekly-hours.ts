import { requireWhole, UptimeFault } from '../calendar/uptime-fault.ts'
import {
  dayMs,
  dayNumberOf,
  localOf,
  minuteMs,
  momentOf,
  parseClock,
  requireZone,
  weekdayOf,
} from '../calendar/zone.ts'
import { type TimeWindow, mergeWindows } from '../maintenance/time-window.ts'

/** Hours of certain days: quiet ones of a channel, or those of a layer of on-call. */
export interface WeeklyHours {
  /** The days on which they begin: 1 (Monday) to 7 (Sunday). */
  readonly weekdays: readonly number[]
  /** `22:00` */
  readonly from: string
  /** `07:00`; at or before `from` means on the next day, so `00:00` to `00:00` is the whole day. */
  readonly until: string
}

/** Throws an UptimeFault that names the field within `field`. */
export function requireHours(hours: readonly WeeklyHours[], timeZone: string, field: string): void {
  requireZone(timeZone)
  requireWhole(hours.length, field, 0, 50)
  for (const [index, { weekdays, from, until }] of hours.entries()) {
    requireWhole(new Set(weekdays).size, `${field}/${index}/weekdays`, 1, 7)
    for (const weekday of weekdays) requireWhole(weekday, `${field}/${index}/weekdays`, 1, 7)
    if (parseClock(from, `${field}/${index}/from`) === 1_440)
      throw new UptimeFault('bad-time', `${field}/${index}/from`, '24:00 begins no hours')
    parseClock(until, `${field}/${index}/until`)
  }
}

/**
 * The stretch of such hours, taken together, that holds a moment; null where none does. At most two weeks are looked
 * at.
 */
export function hoursAt(hours: readonly WeeklyHours[], timeZone: string, moment: number): TimeWindow | null {
  return (
    hoursBetween(hours, timeZone, moment, moment + 1).find(({ from, until }) => from <= moment && moment < until) ??
    null
  )
}

/**
 * When a message may go out that is ready at a moment: then, or at the end of the quiet hours. null where they never
 * end.
 */
export function endOfQuiet(hours: readonly WeeklyHours[], timeZone: string, moment: number): number | null {
  const quiet = hoursAt(hours, timeZone, moment)
  if (quiet === null) return moment
  return quiet.until - moment > 13 * dayMs ? null : quiet.until
}

/** The stretches that touch `[from, until)`, merged, as far as two weeks beyond it. */
export function hoursBetween(
  hours: readonly WeeklyHours[],
  timeZone: string,
  from: number,
  until: number,
): readonly TimeWindow[] {
  const first = dayNumberOf(localOf(timeZone, from)) - 15
  const last = dayNumberOf(localOf(timeZone, until)) + 15
  const windows: TimeWindow[] = []
  for (const { weekdays, from: begin, until: end } of hours) {
    const [beginMinute, endMinute] = [parseClock(begin, 'from'), parseClock(end, 'until')]
    const length = endMinute > beginMinute ? endMinute : endMinute + 1_440
    for (let day = first; day <= last; day++) {
      if (!weekdays.includes(weekdayOf(day))) continue
      const start = momentOf(timeZone, day * dayMs + beginMinute * minuteMs)
      windows.push({ from: start, until: momentOf(timeZone, day * dayMs + length * minuteMs) })
    }
  }
  return mergeWindows(windows).filter((window) => window.until > from && window.from < until)
}
