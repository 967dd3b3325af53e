import type { Interval } from './subscription-row.ts'

/**
 * The end of the period that begins at `from`. Periods begin whole months after `anchor`, at its day and time in UTC; where a
 * month has no such day, on its last one, so that one begun on the 31st comes back to it.
 */
export function periodEnd(anchor: Date, from: Date, interval: Interval): Date {
  const passed = (from.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + from.getUTCMonth() - anchor.getUTCMonth()
  return addMonths(anchor, passed + (interval === 'MONTHLY' ? 1 : 12))
}

/** Part of an amount for the time that is left of a period, in minor units, half up. */
export function unusedPart(
  amountMinor: number,
  period: { readonly start: Date; readonly end: Date },
  at: Date,
): number {
  const whole = period.end.getTime() - period.start.getTime()
  const left = Math.min(Math.max(period.end.getTime() - at.getTime(), 0), whole)
  // Twice the numerator in whole numbers: floats would round some halves down.
  return Number((2n * BigInt(amountMinor) * BigInt(left) + BigInt(whole)) / (2n * BigInt(whole)))
}

function addMonths(from: Date, months: number): Date {
  const moved = new Date(from)
  moved.setUTCDate(1)
  moved.setUTCMonth(moved.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  moved.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return moved
}
