/** For so many days back a change can be tried. */
export const whatIfDays = [1, 7, 14, 30] as const

/** A number of days as a form has it; a week for anything else. */
export function whatIfDaysOf(text: string): (typeof whatIfDays)[number] {
  return whatIfDays.find((days) => String(days) === text) ?? 7
}
