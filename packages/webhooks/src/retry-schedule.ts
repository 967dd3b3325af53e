const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Waiting times after the first, second … failed try, as Standard Webhooks recommends them. */
const waits = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const

/** The first try and one after each wait. */
export const triesMax = waits.length + 1

/**
 * When to try again after `tries` failed tries (milliseconds since 1970), or null when that was the last one. `random` in
 * 0 … 1 lengthens a wait by up to a tenth, so that what failed together does not come back together.
 */
export function nextTryAt(tries: number, now: number, random: number): number | null {
  const wait = waits[tries - 1]
  return wait === undefined ? null : now + Math.round(wait * (1 + random / 10))
}
