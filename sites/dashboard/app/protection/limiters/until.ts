import { textOf } from '@bollard/site-kit'

/** For how many hours an exception can hold; it can also hold for ever. */
export const lastingHours = [1, 24, 168, 720] as const

/** When an exception ends by the field `hours`, counted from `now`; null for one without an end. */
export function untilOf(form: FormData, now = Date.now()): string | null {
  const hours = lastingHours.find((one) => String(one) === textOf(form, 'hours'))
  return hours === undefined ? null : new Date(now + hours * 3_600_000).toISOString()
}
