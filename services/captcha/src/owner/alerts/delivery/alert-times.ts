export const minuteMs = 60_000
/** Roll-ups keep totals and events by the quarter of an hour. */
export const quarterMs = 15 * minuteMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** Start of the quarter of an hour, in milliseconds since 1970. */
export function quarterOf(now: number): number {
  return Math.floor(now / quarterMs) * quarterMs
}

/** Starts of `count` quarters, the last of which is `last`. */
export function quartersUntil(last: number, count: number): number[] {
  return Array.from({ length: count }, (_none, index) => last - (count - 1 - index) * quarterMs)
}
