/** So long a key that is rotated can still be used, in hours. */
export const overlapHours = [0, 1, 24, 48, 72] as const

/** Hours as a form has them; a day for anything else. */
export function overlapHoursOf(text: string): (typeof overlapHours)[number] {
  return overlapHours.find((hours) => String(hours) === text) ?? 24
}
