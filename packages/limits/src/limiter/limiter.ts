import type { KeyPart } from '../key/key-part.ts'
import { type Ladder, requireLadder } from '../ladder/ladder.ts'
import { type Limit, requireLimit } from '../limit/limit.ts'
import { LimitFault } from '../limit/limit-fault.ts'
import type { OutagePolicy } from '../store/charge.ts'
import { keyPartsMax } from '../key/compile-key.ts'

/** A limit, whom it is for, and what becomes of those who exceed it. Plain data, as an owner sets it. */
export interface Limiter {
  /** Names it in reasons and header fields: 1 to 64 letters, digits, `-`, `_` or `.`. */
  readonly id: string
  readonly limit: Limit
  /** One to four parts. */
  readonly key: readonly KeyPart[]
  /** Requests without a part of the key: not limited, or limited together as those of one key. */
  readonly missing: 'SKIP' | 'SHARE'
  /**
   * Which requests count. Those that are counted after are reserved before and given back, so that a thousand at once
   * get no further than one after the other.
   */
  readonly counts: 'BEFORE' | 'AFTER_FAILURE' | 'AFTER_SUCCESS'
  /** A new limiter begins in dry run. */
  readonly mode: 'LIVE' | 'DRY_RUN'
  readonly outage: OutagePolicy
  /** Null: who exceeds the limit is throttled. */
  readonly ladder: Ladder | null
  readonly overrides: readonly Override[]
}

/**
 * Another limit for some keys, each by itself. Of those that fit, the one with the most values that aren't `*` counts, then the
 * narrowest network, then the first.
 */
export interface Override {
  /** Values of the key's parts; a network holds for all within it, `*` is any. See `normalValue`. */
  readonly values: readonly string[]
  /** Null: not limited. */
  readonly limit: number | null
  /** Milliseconds since 1970 until which it holds; null for ever. */
  readonly until: number | null
  /** Who wanted it, and why. */
  readonly note: string
}

export const overridesMax = 1_000

/**
 * Throws a LimitFault that names the field in which the limiter cannot be used. Its key says more when compiled.
 */
export function requireLimiter({ id, limit, key, counts, ladder, overrides }: Limiter): void {
  if (!/^[\w.-]{1,64}$/u.test(id)) throw new LimitFault('bad-id', 'id', `“${id.slice(0, 64)}” is no name of a limiter`)
  requireLimit(limit)
  if (limit.kind === 'CONCURRENCY' && counts !== 'BEFORE')
    throw new LimitFault('counts-before-only', 'counts', 'requests at the same time can only be counted before')
  if (ladder !== null) {
    // In a sliding window credit could only undo what was used in the same moment.
    if (limit.kind === 'CONCURRENCY' || limit.kind === 'SLIDING_WINDOW')
      throw new LimitFault(
        'no-ladder',
        'ladder',
        `a ladder needs a bucket, a fixed window or a quota, not ${limit.kind}`,
      )
    requireLadder(ladder)
  }
  if (overrides.length > overridesMax)
    throw new LimitFault('too-many-overrides', 'overrides', `a limiter has ${overridesMax} overrides at most`)
  for (const { values, limit: other, note } of overrides) {
    if (values.length !== Math.min(keyPartsMax, key.length))
      throw new LimitFault('bad-override', 'overrides', `an override has a value for each of ${key.length} parts`)
    if (other !== null) requireOther({ ...limit, limit: other })
    if (note.trim() === '') throw new LimitFault('no-note', 'overrides', 'an override says who wanted it, and why')
  }
}

function requireOther(limit: Limit): void {
  try {
    requireLimit(limit)
  } catch (error) {
    throw error instanceof LimitFault ? new LimitFault(error.code, 'overrides', error.message) : error
  }
}
