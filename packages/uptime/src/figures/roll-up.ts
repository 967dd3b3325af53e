import { type CheckResult, type Verdict, verdicts } from '../check-result.ts'
import {
  dayMs,
  dayNumberOf,
  formatDay,
  hourMs,
  localOf,
  minuteMs,
  momentOf,
  parseDay,
  stretchAt,
} from '../calendar/zone.ts'
import type { TimeWindow } from '../maintenance/time-window.ts'
import { type Sketch, bucketOf, mergeSketches, quantileOf } from './sketch.ts'
import { type StateTime, noTime } from './state-time.ts'

/**
 * What a stretch of time held. Everything adds: roll-ups of minutes make those of hours, and these those of days, in
 * any order and grouping, because all figures are whole numbers.
 */
export interface RollUp {
  readonly checks: Readonly<Record<Verdict, number>>
  /** Milliseconds by state. */
  readonly time: StateTime
  /** How long checks took that got an answer (UP, DEGRADED, CHALLENGED), in whole microseconds. */
  readonly micros: { readonly sum: number; readonly min: number | null; readonly max: number | null }
  readonly sketch: Sketch
}

export const emptyRollUp: RollUp = {
  checks: countsOf(() => 0),
  time: noTime,
  micros: { sum: 0, min: null, max: null },
  sketch: [],
}

/**
 * The roll-up of one check. A check that got no answer has no response time: its time-out would only hide how fast the
 * others were.
 */
export function rollUpOf({ verdict, phases }: Pick<CheckResult, 'verdict' | 'phases'>): RollUp {
  const checks = countsOf((one) => (one === verdict ? 1 : 0))
  if (verdict === 'DOWN' || verdict === 'UNKNOWN' || !(phases.totalMs >= 0)) return { ...emptyRollUp, checks }
  const micros = Math.round(phases.totalMs * 1_000)
  return {
    ...emptyRollUp,
    checks,
    micros: { sum: micros, min: micros, max: micros },
    sketch: [bucketOf(micros), 1],
  }
}

/** The roll-up of time in states, without checks. */
export function rollUpOfTime(time: StateTime): RollUp {
  return { ...emptyRollUp, time }
}

/** All together; the empty one where there are none. */
export function mergeRollUps(rollUps: readonly RollUp[]): RollUp {
  const ranges = rollUps.map(({ micros }) => micros)
  return {
    checks: sumOf(
      emptyRollUp.checks,
      rollUps.map(({ checks }) => checks),
    ),
    time: sumOf(
      noTime,
      rollUps.map(({ time }) => time),
    ),
    micros: {
      sum: ranges.reduce((sum, range) => sum + range.sum, 0),
      min: ranges.reduce((least, { min }) => pick(Math.min, least, min), emptyRollUp.micros.min),
      max: ranges.reduce((most, { max }) => pick(Math.max, most, max), emptyRollUp.micros.max),
    },
    sketch: mergeSketches(rollUps.map(({ sketch }) => sketch)),
  }
}

/**
 * Response times of a roll-up in milliseconds; null without a check that got an answer. Percentiles are at most 1 %
 * off.
 */
export function responseTimes({ checks, micros, sketch }: RollUp): {
  readonly meanMs: number
  readonly minMs: number
  readonly maxMs: number
  readonly percentile: (share: number) => number
} | null {
  const count = checks.UP + checks.DEGRADED + checks.CHALLENGED
  const { sum, min, max } = micros
  if (count === 0 || min === null || max === null) return null
  return {
    meanMs: sum / count / 1_000,
    minMs: min / 1_000,
    maxMs: max / 1_000,
    // A bucket reaches beyond what was measured. Where only the average is known, it stands for all.
    percentile: (share) => Math.min(max, Math.max(min, quantileOf(sketch, share) ?? sum / count)) / 1_000,
  }
}

/** The minute that holds a moment. */
export function minuteAt(moment: number): TimeWindow {
  const from = Math.floor(moment / minuteMs) * minuteMs
  return { from, until: from + minuteMs }
}

/**
 * The hour of the zone's clock that holds a moment. It ends where the clock changes, so that no hour belongs to two
 * days, even where the clock is half an hour beside others.
 */
export function hourAt(zone: string, moment: number): TimeWindow {
  const stretch = stretchAt(zone, moment)
  const from = Math.floor((moment + stretch.offset) / hourMs) * hourMs - stretch.offset
  return { from: Math.max(from, stretch.from), until: Math.min(from + hourMs, stretch.until) }
}

/** A day of a zone: 23, 24 or 25 hours, or what else its clock does. */
export interface Day extends TimeWindow {
  /** `2026-03-29` */
  readonly day: string
}

/** The day of the zone that holds a moment. It begins when its clock shows midnight for the first time, or skips it. */
export function dayAt(zone: string, moment: number): Day {
  const number = dayNumberOf(localOf(zone, moment))
  // Where the clock is set back over midnight, the next day has begun already.
  const next = momentOf(zone, (number + 1) * dayMs)
  return dayOf(zone, moment >= next ? number + 1 : number)
}

/** The days from the one that holds `from` to the one before that which holds `until`, at most 4,000 of them. */
export function daysBetween(zone: string, from: number, until: number): readonly Day[] {
  const days: Day[] = []
  for (
    let day = dayAt(zone, from);
    day.until <= until && days.length < 4_000;
    day = dayOf(zone, parseDay(day.day, 'day') + 1)
  )
    days.push(day)
  return days
}

function dayOf(zone: string, number: number): Day {
  return { day: formatDay(number), from: momentOf(zone, number * dayMs), until: momentOf(zone, (number + 1) * dayMs) }
}

function countsOf(of: (verdict: Verdict) => number): Readonly<Record<Verdict, number>> {
  return Object.fromEntries(verdicts.map((verdict) => [verdict, of(verdict)])) as Record<Verdict, number>
}

function sumOf<Name extends string>(
  none: Readonly<Record<Name, number>>,
  all: readonly Readonly<Record<Name, number>>[],
): Readonly<Record<Name, number>> {
  const sum: Record<Name, number> = { ...none }
  for (const one of all) for (const name in sum) sum[name] += one[name]
  return sum
}

function pick(choose: (a: number, b: number) => number, a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : choose(a, b)
}
