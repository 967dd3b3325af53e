import {
  dateOf,
  dayMs,
  dayNumberOf,
  hourMs,
  localOf,
  minuteMs,
  momentOf,
  stretchAt,
  weekdayOf,
} from '../calendar/zone.ts'
import type { Cron } from './parse-cron.ts'

/**
 * Beyond this nothing is sought. No line that can be parsed needs more: 29 February on one weekday comes within 40
 * years.
 */
const daysMax = 366 * 41

/**
 * The first moment after another at which a cron line is due on the wall clock of a time zone; null where that is
 * beyond 41 years.
 *
 * When the clock changes, it is due as cron(8) of Debian says under "Daylight Saving Time and other time changes": what
 * is planned for certain hours and falls into skipped time is due once, at the first moment after it; what falls into
 * time that comes twice is due the first time only. A line for every hour goes by time that passes: it is due in both
 * of the hours.
 */
export function nextCron(cron: Cron, zone: string, after: number): number | null {
  return cron.hours.length === 24 ? nextOfEveryHour(cron, zone, after) : nextOfHours(cron, zone, after)
}

function nextOfHours(cron: Cron, zone: string, after: number): number | null {
  for (let local = nextLocal(cron, localOf(zone, after)); local !== null; local = nextLocal(cron, local + minuteMs)) {
    const moment = momentOf(zone, local)
    if (moment > after) return moment
  }
  return null
}

function nextOfEveryHour(cron: Cron, zone: string, after: number): number | null {
  for (let from = after + 1; ;) {
    const { until, offset } = stretchAt(zone, from)
    const local = nextLocal(cron, from + offset)
    if (local === null) return null
    if (local - offset < until) return local - offset
    from = until
  }
}

/** The first local time at or after another that the fields name, as if no clock ever changed. */
function nextLocal(cron: Cron, from: number): number | null {
  const first = dayNumberOf(from)
  for (let day = first; day <= first + daysMax; day++) {
    if (!isDueOn(cron, day)) continue
    for (const hour of cron.hours) {
      const start = day * dayMs + hour * hourMs
      if (start + hourMs <= from) continue
      const minute = cron.minutes.find((number) => start + number * minuteMs >= from)
      if (minute !== undefined) return start + minute * minuteMs
    }
  }
  return null
}

function isDueOn(cron: Cron, dayNumber: number): boolean {
  const { month, day } = dateOf(dayNumber)
  if (!cron.months.has(month)) return false
  const [onDay, onWeekday] = [cron.days.has(day), cron.weekdays.has(weekdayOf(dayNumber))]
  return cron.eitherDay ? onDay || onWeekday : onDay && onWeekday
}
