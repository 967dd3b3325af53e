import { hourMs } from '@bollard/contracts'
/** A month in UTC, such as `2026-11`, from its first moment up to that of the next one. */
export interface Month {
  readonly period: string
  readonly from: Date
  readonly to: Date
}

/** The month that a moment is in. */
export function monthOf(at: Date): Month {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()]
  const from = new Date(Date.UTC(year, month))
  return { period: from.toISOString().slice(0, 7), from, to: new Date(Date.UTC(year, month + 1)) }
}

export function monthAfter({ to }: Month): Month {
  return monthOf(to)
}

/** A month by its name; throws a RangeError for what is none. */
export function readMonth(period: string): Month {
  const from = new Date(`${period}-01T00:00:00Z`)
  if (!/^\d{4}-\d\d$/u.test(period) || Number.isNaN(from.getTime())) throw new RangeError(`"${period}" is not a month`)
  return monthOf(from)
}

/** How long after its end a month is closed: on the first, 03:00 UTC. By then everything that happened in it is counted. */
export const closingHours = 3

/** The newest month that can be closed. */
export function lastClosable(now: Date): Month {
  const { from } = monthOf(new Date(now.getTime() - closingHours * hourMs))
  return monthOf(new Date(from.getTime() - 1))
}
