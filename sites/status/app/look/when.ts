import type { Formats } from '@bollard/site-kit'

/** 27 Nov 2026, 14:05. `at` is ISO 8601. */
export const whenOf = ({ day, hour }: Formats, at: string): string => `${day(at)}, ${hour(at)}`

/** From when to when; the day is named once where it is the same. */
export function spanOf(formats: Formats, from: string, to: string): string {
  const end = formats.day(from) === formats.day(to) ? formats.hour(to) : whenOf(formats, to)
  return `${whenOf(formats, from)} – ${end}`
}

/** Percent with up to three digits, rounded down: less than all is never 100. */
export const percentOf = ({ decimal }: Formats, percent: number): string => decimal(Math.floor(percent * 1_000) / 1_000)

/** A day of the posts, written out. */
export function dayAfter(firstDay: string, position: number): string {
  const day = new Date(`${firstDay}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + position)
  return day.toISOString()
}

/** A length of time in seconds as its two largest units. */
export function lengthOf({ whole }: Formats, seconds: number): string {
  if (seconds < 60) return `${whole(seconds)} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${whole(minutes)} min` : `${whole(Math.floor(minutes / 60))} h ${whole(minutes % 60)} min`
}

/** A time zone as visitors read it. */
export const zoneName = (zone: string): string => (zone === 'Etc/UTC' ? 'UTC' : zone.replaceAll('_', ' '))
