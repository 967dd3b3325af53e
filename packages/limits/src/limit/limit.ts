/// <reference lib="esnext.temporal" />
import { LimitFault, requireWhole } from './limit-fault.ts'

/** How many requests, or how much cost, one key may use. All times in milliseconds. */
export type Limit =
  /** `limit` in each window; windows are multiples of `windowMs` since 1970. Twice as much may come around a border. */
  | { readonly kind: 'FIXED_WINDOW'; readonly limit: number; readonly windowMs: number }
  /**
   * `limit` in whatever `windowMs` one looks at, never more. Up to 16 it is exact to the millisecond; above, what was
   * used comes back up to a fifteenth of the window late.
   */
  | { readonly kind: 'SLIDING_WINDOW'; readonly limit: number; readonly windowMs: number }
  /** At most `limit` at once, and `tokens` more every `everyMs`, which come one by one. */
  | { readonly kind: 'TOKEN_BUCKET'; readonly limit: number; readonly tokens: number; readonly everyMs: number }
  /** `limit` at the same time. What isn't given back, because a process was killed, comes back after `leaseMs`. */
  | { readonly kind: 'CONCURRENCY'; readonly limit: number; readonly leaseMs: number }
  /** `limit` in each day or month of the calendar in the time zone `zone`. */
  | { readonly kind: 'QUOTA'; readonly limit: number; readonly period: 'DAY' | 'MONTH'; readonly zone: string }

/** Cost of all requests together that a limit may allow: eight times as much fits into 32 bits. */
export const limitMax = 500_000_000
export const windowMsMax = 31 * 86_400_000
/** Requests of one key at the same time. */
export const concurrencyMax = 1_000

/**
 * Throws a LimitFault that names the field in which the limit cannot be used: `out-of-range` or `unknown-time-zone`.
 */
export function requireLimit(limit: Limit): void {
  requireWhole(limit.limit, 'limit', 1, limit.kind === 'CONCURRENCY' ? concurrencyMax : limitMax)
  if (limit.kind === 'FIXED_WINDOW' || limit.kind === 'SLIDING_WINDOW')
    requireWhole(limit.windowMs, 'windowMs', 1_000, windowMsMax)
  if (limit.kind === 'CONCURRENCY') requireWhole(limit.leaseMs, 'leaseMs', 1_000, windowMsMax)
  if (limit.kind === 'QUOTA') requireZone(limit.zone)
  if (limit.kind === 'TOKEN_BUCKET') {
    requireWhole(limit.everyMs, 'everyMs', 1, windowMsMax)
    requireWhole(limit.tokens, 'tokens', 1, limitMax)
    // What a bucket lacks is counted in tokens times milliseconds, also beyond the limit, and stays exact below 2^53.
    requireWhole(limit.limit * limit.everyMs, 'limit', 1, Number.MAX_SAFE_INTEGER / 16)
  }
}

function requireZone(zone: string): void {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone)
  } catch {
    throw new LimitFault('unknown-time-zone', 'zone', `${zone} is no known time zone`)
  }
}
