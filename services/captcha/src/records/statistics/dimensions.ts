/**
 * What the roll-ups tell apart: the column `dimension`, with `value` as text. For every dimension but `event` and `reason`
 * the sum over its values is the total; what is not known, or does not apply, has the empty value.
 */
export const dimensions = {
  /** Everything; the value is empty. */
  total: 0,
  /** What happened, see `countKind`; only `n` counts. */
  event: 1,
  country: 2,
  /** Number of the operator's autonomous system. */
  asn: 3,
  /** Position in `networkKinds`. */
  networkKind: 4,
  browser: 5,
  operatingSystem: 6,
  device: 7,
  hostname: 8,
  /** Number of the site's action. */
  action: 9,
  language: 10,
  /** Numbers of the rule and of the bypass key that counted. */
  rule: 11,
  bypassKey: 12,
  /** Position in `decidedBy`. */
  decision: 13,
  /** The strongest evidence against a visitor who was refused; its sum is that of the refused. */
  mainReason: 14,
  /** Each piece of evidence; a visitor counts with all of theirs. */
  reason: 15,
  /** 0 … 19: 20 equal parts of the score. */
  score: 16,
  /** b: from 1.12^b up to 1.12^(b+1) ms; empty where there was no work to do. */
  checkTime: 17,
} as const
export type DimensionName = keyof typeof dimensions

/** Dimensions with as many values as visitors like to have; all but the most frequent become `foldedValue`. */
export const openDimensions = [
  dimensions.asn,
  dimensions.browser,
  dimensions.operatingSystem,
  dimensions.hostname,
  dimensions.action,
] as const
export const foldedValue = '…'

export const scoreBuckets = 20
/** Each bucket of the check time is so much longer than the one before. */
export const checkTimeGrowth = 1.12
