import type { AlertFacts, AlertSettings } from '@bollard/contracts'
import type { Judgement } from './judgement.ts'

type AttackFacts = Extract<AlertFacts, { kind: 'ATTACK' }>
export type AttackSignal = AttackFacts['signal']

/** Counts of quarters of an hour. */
export interface AttackFigures {
  /** The quarter that runs, and the one before. */
  readonly latest: readonly QuarterCounts[]
  /** The same time of day on earlier days, and half an hour around it; quarters without a visitor count 0. */
  readonly usual: readonly QuarterCounts[]
}

export interface QuarterCounts {
  /** Refused or flagged. */
  readonly stopped: number
  readonly started: number
}

/** Above the usual by so many standard deviations. */
const deviations = 6
/** Many visitors are no attack by themselves: their floor is higher, and nothing is said before the usual is known. */
const startedFloorFactor = 4
const startedQuartersMin = 15
/** Makes the median absolute deviation the standard deviation of a normal distribution. */
const madScale = 1.4826

/**
 * Compares the fuller of the last two quarters with the same time of day on the last seven days. The bound is the largest of
 * the owner's floor, the owner's factor times the usual, and the usual plus six deviations. Median and median absolute
 * deviation in place of mean and variance, so that an attack of yesterday does not hide that of today (Iglewicz and Hoaglin
 * 1993, NIST/SEMATECH e-Handbook 1.3.5.17); the deviation is never taken below that of chance alone, √usual (Poisson).
 *
 * While an alert lasts, `lasting` is what raised it and what the facts tell of.
 */
export function judgeAttack(
  figures: AttackFigures,
  bounds: AlertSettings['attack'],
  lasting: AttackSignal | null,
): Judgement<AttackFacts> {
  const stopped = weigh(figures, 'STOPPED', bounds)
  const started = weigh(figures, 'STARTED', bounds)
  const told =
    lasting === 'STARTED' || (lasting === null && started.state === 'on' && stopped.state !== 'on') ? started : stopped
  return { state: strongest(stopped.state, started.state), facts: told.facts }
}

/** Whether the latest counts reach a floor at all; below both nothing can be an attack, whatever is usual. */
export function mayBeAttack(latest: readonly QuarterCounts[], { least }: AlertSettings['attack']): boolean {
  return latest.some(({ stopped, started }) => stopped >= least || started >= least * startedFloorFactor)
}

function weigh(
  { latest, usual }: AttackFigures,
  signal: AttackSignal,
  bounds: AlertSettings['attack'],
): Judgement<AttackFacts> {
  const field = signal === 'STOPPED' ? 'stopped' : 'started'
  const count = Math.max(0, ...latest.map((quarter) => quarter[field]))
  const earlier = usual.map((quarter) => quarter[field])
  const middle = median(earlier)
  const spread = Math.max(
    madScale * median(earlier.map((value) => Math.abs(value - middle))),
    Math.sqrt(Math.max(middle, 1)),
  )
  const floor = signal === 'STOPPED' ? bounds.least : bounds.least * startedFloorFactor
  const bound = Math.max(floor, bounds.factor * middle, middle + deviations * spread)
  const facts: AttackFacts = { kind: 'ATTACK', signal, count, usual: middle, minutes: 15 }
  if (signal === 'STARTED' && earlier.length < startedQuartersMin) return { state: 'off', facts }
  return { state: count >= bound ? 'on' : count < middle + (bound - middle) / 2 ? 'off' : 'between', facts }
}

function strongest(...states: readonly Judgement['state'][]): Judgement['state'] {
  return states.includes('on') ? 'on' : states.includes('between') ? 'between' : 'off'
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  return ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2
}
