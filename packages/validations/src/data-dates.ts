import dates from './data-dates.json' with { type: 'json' }

export type DatedPackage = keyof typeof dates

/** Packages that bring data, each with its version and the day it was published. */
export const datedPackages = (Object.keys(dates) as DatedPackage[]).map((name) => ({ name, ...dates[name] }))

/** Data that is older says nothing any more. */
export const freshDays = 90

/**
 * When a package that brings data was published, as YYYY-MM-DD: its data is at least that old. Written by
 * `date-packages.ts`.
 */
export function dateOf(name: DatedPackage): string {
  return dates[name].date
}

/**
 * Whether data of this day, YYYY-MM-DD, may still be believed. What is no date, or lies in the future by more than a
 * day, may not.
 */
export function isFresh(date: string, now: Date): boolean {
  const age = (now.getTime() - Date.parse(`${date}T00:00:00Z`)) / 86_400_000
  return age >= -1 && age <= freshDays
}
