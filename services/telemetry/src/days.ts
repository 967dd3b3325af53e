const dayMs = 86_400_000

/** The day of a time in UTC, `YYYY-MM-DD`. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}

/** The first of the last `days` days, of which the last is today. */
export function firstDay(now: Date, days: number): string {
  return dayOf(new Date(now.getTime() - (days - 1) * dayMs))
}

/** The time `days` days ago. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * dayMs)
}
