import { UptimeFault, requireWhole } from '../calendar/uptime-fault.ts'
import { dayMs, dayNumberOf, localOf, minuteMs, momentOf, parseClock, parseDay, requireZone } from '../calendar/zone.ts'
import type { TimeWindow } from '../maintenance/time-window.ts'
import { type WeeklyHours, hoursBetween, requireHours } from './weekly-hours.ts'

/** People who take turns. */
export interface OnCallLayer {
  /** Ids, in the order of their turns; the first one begins on `startDay`. */
  readonly people: readonly string[]
  readonly handOver: {
    readonly every: 'DAY' | 'WEEK'
    /** Every so many days or weeks. */
    readonly interval: number
    /** `09:00` on the clock of the schedule's zone. */
    readonly time: string
  }
  /**
   * The day of the first turn, such as `2026-03-02`; weekly hand-overs are on its weekday. Nobody is on call before.
   */
  readonly startDay: string
  /** null: all the time. Outside its hours a layer leaves on-call to those below it. */
  readonly hours: readonly WeeklyHours[] | null
}

/** Somebody takes over for a while; null: nobody is on call. */
export interface OnCallOverride extends TimeWindow {
  readonly person: string | null
}

export interface OnCallSchedule {
  readonly timeZone: string
  /** The later ones lie over the earlier ones. */
  readonly layers: readonly OnCallLayer[]
  /** They lie over all layers, and later ones over earlier ones. */
  readonly overrides: readonly OnCallOverride[]
}

/** Who is on call, and until when at most: then somebody else may be. */
export interface OnCall {
  readonly person: string | null
  readonly until: number
  readonly source: 'OVERRIDE' | 'LAYER' | 'NOBODY'
}

/** Throws an UptimeFault that names the field, for a schedule that cannot be followed. */
export function requireOnCall({ timeZone, layers, overrides }: OnCallSchedule): void {
  requireZone(timeZone)
  requireWhole(layers.length, 'layers', 0, 10)
  for (const [index, { people, handOver, startDay, hours }] of layers.entries()) {
    requireWhole(people.length, `layers/${index}/people`, 1, 100)
    requireWhole(handOver.interval, `layers/${index}/handOver/interval`, 1, 366)
    if (parseClock(handOver.time, `layers/${index}/handOver/time`) === 1_440)
      throw new UptimeFault('bad-time', `layers/${index}/handOver/time`, '24:00 is no time of a hand-over')
    parseDay(startDay, `layers/${index}/startDay`)
    if (hours !== null) requireHours(hours, timeZone, `layers/${index}/hours`)
  }
  for (const [index, { from, until }] of overrides.entries())
    if (!(until > from))
      throw new UptimeFault('ends-before-start', `overrides/${index}/until`, 'An override ends before it begins')
}

/**
 * Who is on call at a moment. Turns are counted in days of the zone's calendar, so a hand-over keeps its time on the
 * wall clock when that changes; one that falls into skipped time is at the first moment after it.
 */
export function onCallAt({ timeZone, layers, overrides }: OnCallSchedule, moment: number): OnCall {
  // Any layer above may begin before the turn below ends, so the earliest change of all that were asked bounds the
  // answer.
  let until = moment + 14 * dayMs
  for (const override of overrides.toReversed()) {
    if (override.from > moment) until = Math.min(until, override.from)
    else if (moment < override.until)
      return { person: override.person, until: Math.min(until, override.until), source: 'OVERRIDE' }
  }
  for (const layer of layers.toReversed()) {
    const turn = turnAt(layer, timeZone, moment)
    until = Math.min(until, turn.until)
    if (turn.person !== null) return { person: turn.person, until, source: 'LAYER' }
  }
  return { person: null, until, source: 'NOBODY' }
}

/** Every turn between two moments, in order; neighbours of one person are one turn. */
export function onCallBetween(schedule: OnCallSchedule, from: number, until: number): readonly (OnCall & TimeWindow)[] {
  const turns: (OnCall & TimeWindow)[] = []
  for (let at = from; at < until;) {
    const turn = onCallAt(schedule, at)
    const end = Math.min(turn.until, until)
    const last = turns.at(-1)
    if (last?.person === turn.person && last.source === turn.source) turns[turns.length - 1] = { ...last, until: end }
    else turns.push({ ...turn, from: at, until: end })
    at = end
  }
  return turns
}

function turnAt(layer: OnCallLayer, timeZone: string, moment: number): { person: string | null; until: number } {
  const { people, handOver, startDay, hours } = layer
  const first = parseDay(startDay, 'startDay')
  const clockMs = parseClock(handOver.time, 'time') * minuteMs
  const length = handOver.interval * (handOver.every === 'WEEK' ? 7 : 1)
  const beginOf = (turn: number): number => momentOf(timeZone, (first + turn * length) * dayMs + clockMs)
  // Off by one at most, since the hand-over is not at midnight.
  let turn = Math.floor((dayNumberOf(localOf(timeZone, moment)) - first) / length)
  while (beginOf(turn) > moment) turn--
  while (beginOf(turn + 1) <= moment) turn++
  if (turn < 0) return { person: null, until: beginOf(0) }
  const person = people[turn % people.length] ?? null
  const end = beginOf(turn + 1)
  if (hours === null) return { person, until: end }
  const [next] = hoursBetween(hours, timeZone, moment, moment + 14 * dayMs)
  // Whose turn it is does not matter before the hours begin.
  if (next === undefined || next.from > moment) return { person: null, until: next?.from ?? moment + 14 * dayMs }
  return { person, until: Math.min(end, next.until) }
}
