/** When a demo begins, with its day, such as “Thursday 3 December 2026 at 15:00”. */
export function momentText(startsAt: string, timezone: string, locale: string): string {
  return new Date(startsAt).toLocaleString(locale, { dateStyle: 'full', timeStyle: 'short', timeZone: timezone })
}

/** The day alone. */
export function dayText(startsAt: string, timezone: string, locale: string): string {
  return new Date(startsAt).toLocaleDateString(locale, { dateStyle: 'full', timeZone: timezone })
}

/** The time of day alone. */
export function clockText(startsAt: string, timezone: string, locale: string): string {
  return new Date(startsAt).toLocaleTimeString(locale, { timeStyle: 'short', timeZone: timezone })
}
