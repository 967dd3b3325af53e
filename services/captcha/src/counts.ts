/**
 * What the hourly roll-up counts, with the number it is stored under. The first four are also the
 * `outcome` of a stored round; 3 is a round that led to more work.
 */
export const countKind = {
  passed: 0,
  flagged: 1,
  refused: 2,
  steppedUp: 3,
  issued: 10,
  replayed: 11,
  expired: 12,
  workWrong: 13,
  fetched: 14,
  fetchRefused: 15,
} as const
export type CountName = keyof typeof countKind

/** Counts that no stored row stands behind: they are gathered in memory and written behind the answer. */
export type LooseCount = 'issued' | 'replayed' | 'expired' | 'workWrong' | 'fetchRefused'

/** How a round ended, as stored. */
export type StoredOutcome = 0 | 1 | 2 | 3
