/**
 * Whether something learned at `since` is younger than `ms`. Never when the clock was set back behind it,
 * or it would stay young until the clock has caught up.
 */
export function isWithin(ms: number, since: number | undefined, now: number): boolean {
  return since !== undefined && now >= since && now - since < ms
}
