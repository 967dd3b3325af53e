import type { Verification } from '@bollard/contracts'

/** Both lists in one, newest first, each verification once. */
export function mergeLatest(
  arrived: readonly Verification[],
  loaded: readonly Verification[],
  most: number,
): Verification[] {
  const byId = new Map([...arrived, ...loaded].map((verification) => [verification.verificationId, verification]))
  return [...byId.values()].toSorted((a, b) => Date.parse(b.startedAt) - Date.parse(a.startedAt)).slice(0, most)
}
