import { dayNumberOf, hourMs, localOf, weekdayOf } from '../calendar/zone.ts'

/**
 * What is usual at this hour of the week, and whether an hour is unusual. For figures of people, which have a rhythm of
 * days and weeks: how many solve a captcha, how long it takes them, how many get a second challenge, how many are
 * refused.
 *
 * The middle is the median of the same hour in the weeks before, the spread their median absolute deviation (MAD): up
 * to half of the weeks may be outages or campaigns without moving either much. An hour is unusual where its modified
 * z-score, 0.6745 × (value - median) ÷ MAD, is above 3.5: B. Iglewicz and D. C. Hoaglin, "How to detect and handle
 * outliers", ASQC 1993. A spread is never taken for less than chance alone makes: for shares, that of as
 * many draws (√(p(1-p)/n)); for all, a floor per figure.
 */

/** One hour of one figure. */
export interface HourOfFigure {
  /** Beginning of the hour. */
  readonly at: number
  /** A share from 0 to 1, or milliseconds. */
  readonly value: number
  /** How many verifications it rests on. */
  readonly volume: number
}

/** Which figure, and what is bad about it. */
export interface FigureKind {
  readonly name: string
  readonly isShare: boolean
  readonly bad: 'LOW' | 'HIGH'
  /** The least spread (as a standard deviation) that is believed, in the unit of the value. */
  readonly spreadMin: number
  /** The least difference to the median that matters, as a part of the median; keeps significant trifles quiet. */
  readonly differenceMin: number
}

/** The figures of a captcha that the pass-rate monitor watches. */
export const passRateFigures = {
  solveRate: { name: 'solveRate', isShare: true, bad: 'LOW', spreadMin: 0.01, differenceMin: 0.05 },
  timeToSolveP95: { name: 'timeToSolveP95', isShare: false, bad: 'HIGH', spreadMin: 100, differenceMin: 0.25 },
  stepUpShare: { name: 'stepUpShare', isShare: true, bad: 'HIGH', spreadMin: 0.01, differenceMin: 0.5 },
  refusalShare: { name: 'refusalShare', isShare: true, bad: 'HIGH', spreadMin: 0.01, differenceMin: 0.5 },
} as const satisfies Record<string, FigureKind>

/** Bounds of what is judged at all. */
export interface BaselineRule {
  /** Fewer verifications in the hour than this say nothing. */
  readonly volumeMin: number
  /** Fewer weeks with enough volume at this hour than this say nothing. */
  readonly weeksMin: number
  /** How many weeks back is looked. */
  readonly weeksMax: number
  readonly scoreMax: number
}

export const defaultBaseline: BaselineRule = { volumeMin: 50, weeksMin: 3, weeksMax: 8, scoreMax: 3.5 }

/**
 * How an hour stands beside its like. `score` grows with what is bad; it is infinite for nothing, since spreads have a
 * floor.
 */
export type BaselineVerdict =
  | {
      readonly verdict: 'UNKNOWN'
      readonly reason: 'LOW_VOLUME' | 'SHORT_HISTORY'
      readonly volume: number
      readonly weeks: number
    }
  | {
      readonly verdict: 'USUAL' | 'UNUSUAL'
      readonly reason: 'WITHIN_SPREAD' | 'SMALL_DIFFERENCE' | 'BETTER' | 'TOO_LOW' | 'TOO_HIGH'
      readonly found: number
      readonly median: number
      /** As a standard deviation. */
      readonly spread: number
      readonly score: number
      readonly weeks: number
    }

const normalMad = 0.6745

/**
 * Judges an hour by the same hour of the week in the weeks before it, on the wall clock of the zone, so that a rhythm
 * of people keeps its hours when the clock changes. `history` may hold anything, in any order: what is not before the
 * hour or not its like is left out.
 */
export function judgeHour(
  kind: FigureKind,
  hour: HourOfFigure,
  history: readonly HourOfFigure[],
  zone: string,
  rule: BaselineRule = defaultBaseline,
): BaselineVerdict {
  const slot = hourOfWeek(zone, hour.at)
  const earliest = hour.at - (rule.weeksMax * 7 * 24 + 1) * hourMs
  const alike = history.filter(
    ({ at, volume }) => at < hour.at && at >= earliest && volume >= rule.volumeMin && hourOfWeek(zone, at) === slot,
  )
  const weeks = alike.length
  const unknown = { verdict: 'UNKNOWN', volume: hour.volume, weeks } as const
  if (!(hour.volume >= rule.volumeMin)) return { ...unknown, reason: 'LOW_VOLUME' }
  if (weeks < rule.weeksMin) return { ...unknown, reason: 'SHORT_HISTORY' }
  const values = alike.map(({ value }) => value)
  const median = medianOf(values)
  const mad = medianOf(values.map((value) => Math.abs(value - median)))
  // A share of 0 or 1 in all weeks before does not mean that chance has none.
  const likely = Math.min(1 - 1 / hour.volume, Math.max(1 / hour.volume, median))
  const chance = kind.isShare ? Math.sqrt((likely * (1 - likely)) / hour.volume) : 0
  const spread = Math.max(mad / normalMad, chance, kind.spreadMin)
  const worse = kind.bad === 'LOW' ? median - hour.value : hour.value - median
  const score = worse / spread
  const measured = { found: hour.value, median, spread, score, weeks }
  if (worse <= 0) return { ...measured, verdict: 'USUAL', reason: 'BETTER' }
  if (score <= rule.scoreMax) return { ...measured, verdict: 'USUAL', reason: 'WITHIN_SPREAD' }
  if (worse < kind.differenceMin * median) return { ...measured, verdict: 'USUAL', reason: 'SMALL_DIFFERENCE' }
  return { ...measured, verdict: 'UNUSUAL', reason: kind.bad === 'LOW' ? 'TOO_LOW' : 'TOO_HIGH' }
}

/** The hour of the week on the wall clock of a zone: 0 from Monday midnight to 167. */
export function hourOfWeek(zone: string, moment: number): number {
  const local = localOf(zone, moment)
  const day = dayNumberOf(local)
  return (weekdayOf(day) - 1) * 24 + Math.floor((local - day * 24 * hourMs) / hourMs)
}

/** The middle of the values, or of the two in the middle; NaN without values. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  const low = sorted[Math.ceil(half) - 1] ?? Number.NaN
  const high = sorted[Math.floor(half)] ?? Number.NaN
  return low === high ? low : (low + high) / 2
}
