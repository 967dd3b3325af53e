import type { LimitKey } from '../key/limit-key.ts'
import { ground, type Move, type Standing } from '../ladder/ladder.ts'
import { countings } from '../limit/counting.ts'
import type { Rule } from '../limit/rule.ts'
import type { Cell } from '../limit/cell.ts'
import { meterTimes } from '../limit/rule-of.ts'

/** What becomes of requests when a store cannot count: all pass, none passes, or this process alone counts. */
export type OutagePolicy = 'OPEN' | 'CLOSED' | 'LOCAL'

/** A request's use of one limit. */
export interface Charge {
  /** Of one call, no two are the same. */
  readonly key: LimitKey
  readonly rule: Rule
  /** How much the request uses; a whole number from 1. Of a concurrency limit it is 1. */
  readonly cost: number
  /**
   * `LIMIT`: refuses what doesn't fit. `WATCH`: a dry run; counts as if it were a limit, and refuses nothing. `METER`:
   * counts everything until eight times the limit, and refuses nothing.
   */
  readonly mode: 'LIMIT' | 'WATCH' | 'METER'
  readonly outage: OutagePolicy
}

/** What came of a charge. All times in milliseconds. */
export interface Outcome {
  /** The moment by the clock of who counted, in milliseconds since 1970: of the store, where it has one. */
  readonly at: number
  /** Whether the limit had room, whatever other limits said. */
  readonly fits: boolean
  readonly counted: boolean
  /** After this request, in the unit of the limit. */
  readonly used: number
  /** Whole units that are left. */
  readonly remaining: number
  /** Until there is room for the same again; 0 where there was, null where there never is. */
  readonly waitMs: number | null
  /** Until nothing is used. */
  readonly resetMs: number
  /** Of a `METER`, where its key stands on the ladder; otherwise the ground. */
  readonly standing: Standing
  /**
   * Who counted: the store, or this process alone since the store was away. `OPEN` and `CLOSED`: nobody did, for the
   * same reason. `FULL`: nobody did, because the store has no room for another key.
   */
  readonly source: 'STORE' | 'LOCAL' | 'OPEN' | 'CLOSED' | 'FULL'
}

/**
 * Counts. All charges of a request are one step: where a `LIMIT` has no room, the request is charged to none but
 * meters, and of a request that passes, each `WATCH` that has room is charged. Outcomes are in the order of the
 * charges.
 */
export interface LimitStore {
  /**
   * `now` in milliseconds since 1970, which a store that has a clock of its own ignores; `lease` is the UUID of the request, which names what it holds at the same time as
   * others.
   */
  readonly take: (
    charges: readonly Charge[],
    now: number,
    lease: string,
  ) => readonly Outcome[] | Promise<readonly Outcome[]>
  /** Gives back what was counted at `takenAt`: ends leases, and undoes the rest as far as it still counts. */
  readonly giveBack: (
    charges: readonly Charge[],
    takenAt: number,
    lease: string,
    now: number,
    /** Who counted, as the outcomes say. Matters where it may have been another than the store itself. */
    where?: Counter,
  ) => void | Promise<void>
  /** Keeps where a key stands. It has been counted before, and is forgotten with what was counted, or later. */
  readonly stand: (key: LimitKey, move: Move, now: number, where?: Counter) => void | Promise<void>
  /** Keeps a note of a request that is under way until a moment, for whichever process hears how it ended. */
  readonly keep: (key: LimitKey, note: string, until: number, now: number, where?: Counter) => void | Promise<void>
  /** Takes a note out: of any number who ask for it, one gets it. Null where there is none. */
  readonly takeOut: (key: LimitKey, now: number) => string | null | Promise<string | null>
}

/** Who counted: the store itself, or this process while the store was away. */
export type Counter = 'STORE' | 'LOCAL'

/** Up to where a charge counts. */
export function ceilingOf({ mode, rule }: Charge): number {
  return mode === 'METER' ? rule.limit * meterTimes : rule.limit
}

/** Which charges are to be counted, if those fit that `fits` says. */
export function isCounted({ mode }: Charge, fits: boolean, passes: boolean, belowCeiling: boolean): boolean {
  return mode === 'METER' ? belowCeiling : passes && fits
}

/** What a store has found out about a charge. */
interface Found {
  readonly fits: boolean
  readonly counted: boolean
  readonly standing: Standing
}

/** What a cell says after a charge has been counted or refused. */
export function outcomeOf(
  { rule, cost }: Charge,
  cell: Cell,
  now: number,
  { fits, counted, standing }: Found,
): Outcome {
  if (rule.kind === 'LEASES') throw new TypeError('leases lie in no cell')
  const counting = countings[rule.kind]
  const used = counting.used(rule, cell)
  return {
    at: now,
    fits,
    counted,
    used,
    remaining: remainingOf(rule.limit, used),
    waitMs: fits ? 0 : cost > rule.limit ? null : counting.wait(rule, cell, cost, now),
    resetMs: counting.rest(rule, cell, now),
    standing,
    source: 'STORE',
  }
}

/** The same for the ends of the leases that a key holds, the first one first. */
export function outcomeOfLeases(
  { rule }: Charge,
  ends: readonly number[],
  now: number,
  { fits, counted, standing }: Found,
): Outcome {
  const surplus = ends.length - rule.limit
  return {
    at: now,
    fits,
    counted,
    used: ends.length,
    remaining: remainingOf(rule.limit, ends.length),
    waitMs: fits ? 0 : Math.max(0, (ends[Math.max(0, surplus)] ?? now) - now),
    resetMs: Math.max(now, ...ends) - now,
    standing,
    source: 'STORE',
  }
}

/** The outcome where nobody counts. */
export function uncounted(
  { rule, outage }: Charge,
  source: 'OPEN' | 'CLOSED' | 'FULL',
  { now, waitMs }: { readonly now: number; readonly waitMs: number },
): Outcome {
  const fits = source === 'OPEN' || (source === 'FULL' && outage !== 'CLOSED')
  return {
    at: now,
    fits,
    counted: false,
    used: 0,
    remaining: fits ? rule.limit : 0,
    waitMs: fits ? 0 : waitMs,
    resetMs: 0,
    standing: ground,
    source,
  }
}

function remainingOf(limit: number, used: number): number {
  return Math.max(0, Math.floor(limit - used))
}
