export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** The moment so many times 24 hours later; earlier for a negative number. */
export function daysAfter(at: Date, days: number): Date {
  return new Date(at.getTime() + days * dayMs)
}

/** The same in hours. */
export function hoursAfter(at: Date, hours: number): Date {
  return new Date(at.getTime() + hours * hourMs)
}
