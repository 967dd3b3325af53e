const minute = 60_000
const waits = [minute, 5 * minute, 30 * minute, 120 * minute, 360 * minute, 720 * minute, 1440 * minute]

/**
 * When a mail is tried again after so many attempts; null when it is given up. Up to a tenth is added by `random` (0 … 1), so
 * that what failed together does not come back together.
 */
export function nextTryAt(attempts: number, now: Date, random: number): Date | null {
  const wait = attempts < 1 ? 0 : waits[attempts - 1]
  return wait === undefined ? null : new Date(now.getTime() + wait * (1 + random / 10))
}
