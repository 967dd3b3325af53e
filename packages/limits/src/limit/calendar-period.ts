/// <reference lib="esnext.temporal" />

/** A day or a month of a calendar, as milliseconds since 1970; `until` is the first moment after it. */
export interface Period {
  readonly from: number
  readonly until: number
}

/**
 * Answers the day or month of a time zone that holds a moment. A day begins when its date does, and has 23 or 25 hours
 * where the clock changes. The period that was found last is kept, since asking a calendar takes microseconds.
 */
export function createCalendar(period: 'DAY' | 'MONTH', zone: string): (moment: number) => Period {
  let last: Period = { from: 0, until: 0 }
  return (moment) => {
    if (last.from <= moment && moment < last.until) return last
    const at = Temporal.Instant.fromEpochMilliseconds(Math.floor(moment)).toZonedDateTimeISO(zone)
    const begin = (period === 'DAY' ? at : at.with({ day: 1 })).startOfDay()
    const end = begin.add(period === 'DAY' ? { days: 1 } : { months: 1 }).startOfDay()
    last = { from: begin.epochMilliseconds, until: end.epochMilliseconds }
    return last
  }
}
