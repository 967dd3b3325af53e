/** The month before one such as `2026-11`. */
export const monthBefore = (month: string): string => moved(month, -1)

/** The month after one such as `2026-11`. */
export const monthAfter = (month: string): string => moved(month, 1)

function moved(month: string, by: number): string {
  const day = new Date(`${month}-01T00:00:00Z`)
  day.setUTCMonth(day.getUTCMonth() + by)
  return day.toISOString().slice(0, 7)
}
