import type { Recurrence } from '@bollard/contracts'
import type { Maintenance, Recurrence as PlannedRecurrence } from '@bollard/uptime'

interface Window {
  /** Wall-clock time in the zone, such as `2026-11-27T22:00`. */
  readonly startsAt: string
  readonly durationMinutes: number
  readonly timeZone: string
  readonly recurrence: Recurrence | null
}

/** A window as the arithmetic takes it. */
export function toPlanned({ startsAt, durationMinutes, timeZone, recurrence }: Window): Maintenance {
  const [day = '', time = ''] = startsAt.split('T')
  return { timeZone, day, time, minutes: durationMinutes, recurrence: recurrence && toRecurrence(recurrence) }
}

function toRecurrence(recurrence: Recurrence): PlannedRecurrence {
  const ends = { interval: recurrence.interval, lastDay: recurrence.until, count: recurrence.count }
  switch (recurrence.frequency) {
    case 'DAILY':
      return { every: 'DAY', ...ends }
    case 'WEEKLY':
      return { every: 'WEEK', weekdays: recurrence.weekdays, ...ends }
    case 'MONTHLY_BY_DAY':
      return { every: 'MONTH', day: recurrence.day, ...ends }
    case 'MONTHLY_BY_WEEKDAY':
      return { every: 'MONTH', nth: recurrence.nth, weekday: recurrence.weekday, ...ends }
  }
}
