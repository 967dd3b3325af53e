const known = new Map<string, Intl.DateTimeFormat>()

/** What the clocks of a zone show at a time (milliseconds since 1970), as if it were UTC. */
function clockIn(zone: string, at: number): number {
  const format =
    known.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  known.set(zone, format)
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** A point in time as a field for date and time takes it, by the clocks of a zone: `2026-11-19T10:00`, with seconds where there are any. */
export function toLocalTime(at: string, zone: string): string {
  const time = Date.parse(at)
  if (Number.isNaN(time)) return ''
  const text = new Date(clockIn(zone, time)).toISOString().slice(0, 19)
  return text.endsWith(':00') ? text.slice(0, 16) : text
}

/**
 * The point in time at which the clocks of a zone show `text`; null where it is none. Of an hour that comes twice it is the first, and one
 * that is skipped counts as the one after it.
 */
export function fromLocalTime(text: string, zone: string): string | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/u.test(text)) return null
  const wanted = Date.parse(`${text}Z`)
  if (Number.isNaN(wanted)) return null
  // Offsets change at most once within a day, so one of the two around it holds.
  const offsets = [-86_400_000, 86_400_000].map((beside) => clockIn(zone, wanted + beside) - (wanted + beside))
  const candidates = offsets.map((offset) => wanted - offset)
  const fitting = candidates.filter((at) => clockIn(zone, at) === wanted)
  return new Date(fitting.length > 0 ? Math.min(...fitting) : (candidates[0] ?? wanted)).toISOString()
}
