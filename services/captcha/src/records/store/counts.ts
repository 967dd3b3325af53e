/**
 * What is counted, with the number it is stored under. The first four are also the `outcome` of a stored round; 3 is a round
 * that led to more work. From 3 on they are events of the roll-ups, see `dimensions`.
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
  fetchRefused: 15,
  started: 16,
  blockedUnlogged: 17,
  outage: 18,
  /** A result that was taken before. */
  fetchedAgain: 19,
  /** The first time that the result of a refused visitor was taken. */
  fetchedOfRefused: 20,
  /** A row that a bypass key decided. */
  bypassed: 21,
  /** A refused row that a rule decided. */
  blocked: 22,
  bypassRefused: 23,
  refusedUnlogged: 24,
  originRejected: 25,
  /** A visitor was asked to come again in a while. */
  throttled: 26,
  /** The same for an answer, which can come again as it is. */
  answerThrottled: 27,
  /** A probe of our own monitoring. */
  probed: 28,
} as const
export type CountName = keyof typeof countKind

/**
 * Counts that no stored row stands behind: they are gathered in memory and written behind the answer.
 * `started`: a visitor asked to begin. `issued`: a first challenge was handed out. `replayed`, `expired`, `workWrong`: an
 * answer came a second time, too late, or with wrong work. `fetchRefused`, `bypassRefused`: a result was not given out, a
 * bypass key not accepted. `blockedUnlogged`, `refusedUnlogged`: a visitor was refused by a rule, or for wrong work, without
 * a row in the log. `outage`: failover let a visitor pass. `originRejected`: a page that the site does not know asked to begin.
 * `throttled`: a visitor of a network far over its budget was asked to come again; `started` counts each time. `answerThrottled`: an
 * answer of such a visitor was. `probed`: a probe of our own monitoring answered; its row is in the log and in no other count.
 */
export type LooseCount =
  | 'started'
  | 'issued'
  | 'replayed'
  | 'expired'
  | 'workWrong'
  | 'fetchRefused'
  | 'bypassRefused'
  | 'blockedUnlogged'
  | 'refusedUnlogged'
  | 'outage'
  | 'originRejected'
  | 'throttled'
  | 'answerThrottled'
  | 'probed'

/** How a round ended, as stored. */
export type StoredOutcome = 0 | 1 | 2 | 3
