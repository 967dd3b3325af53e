/** A day, such as “23 November 2026”, in the words of a locale. `date` is an ISO date or time; the day is that of UTC. */
export function longDate(date: string, locale: string): string {
  return new Date(date).toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' })
}
