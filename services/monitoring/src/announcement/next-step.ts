import { announcedDays } from '@bollard/contracts'
import { type Maintenance, occurrencesBetween, type TimeWindow } from '@bollard/uptime'

/** What subscribers can be told of a maintenance window. */
export type MaintenanceEvent = 'ANNOUNCED' | 'CHANGED' | 'CANCELLED' | 'REMINDER' | 'STARTED' | 'ENDED'

/** A window as a page shows it. Times are in milliseconds. */
export interface ShownWindow {
  readonly version: number
  readonly title: string
  readonly maintenance: Maintenance
  /** Components of the page that it touches; none: the page does not show it. */
  readonly componentIds: readonly string[]
}

/** What the subscribers of a page know of a window. */
export interface Told {
  readonly windowVersion: number
  readonly title: string
  /** The time that is told of next or runs; null where none follows. */
  readonly time: TimeWindow | null
  readonly isSeries: boolean
  readonly plan: string
  readonly componentIds: readonly string[]
  readonly stage: 'WAITING' | 'ANNOUNCED' | 'REMINDED' | 'STARTED' | 'ENDED'
  /** When its time was told last, but for reminders. */
  readonly toldAt: number
  /** When there is something to do though nothing is changed; null: never. */
  readonly nextAt: number | null
}

export interface Notice {
  readonly event: MaintenanceEvent
  readonly title: string
  readonly time: TimeWindow
  readonly isSeries: boolean
  /** Whom it concerns: those who chose one of these, or the whole page. */
  readonly componentIds: readonly string[]
}
interface Step {
  readonly notice: Notice | null
  /** What is known afterwards; null: nothing is left to remember. */
  readonly told: Told | null
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Reminders come so long before the start, as status pages usually do it. */
const reminderMs = hourMs
/** Nobody is reminded of what they were told so shortly before. */
const freshMs = 2 * hourMs
/** That maintenance is over is news for so long; a worker may have been away. */
const endToldMs = dayMs
const lookAheadMs = 400 * dayMs
/** A series that comes more often in a week is announced and not reminded of. */
const remindedPerWeekMax = 2

/**
 * The next thing to tell of a window, and what is known then. `told` is null for a window that nobody was told of, `window` for one that is
 * deleted. It is a function of its arguments: repeated with what it answered, it tells nothing twice.
 */
export function nextStep(told: Told | null, window: ShownWindow | null, now: number): Step {
  if (window === null || window.componentIds.length === 0) return gone(told, window, now)
  if (told === null) return { notice: null, told: begin(window, now) }
  const isMoved = planOf(window) !== told.plan
  const isWider = window.version !== told.windowVersion && !sameIds(window.componentIds, told.componentIds)
  if (isMoved || isWider) return moved(told, window, now)
  const { title, componentIds, version: windowVersion } = window
  return follow({ ...told, title, componentIds, windowVersion }, window, now)
}

/** The window is deleted or touches nothing of the page any more. A page that has lost components tells nothing: the work takes place. */
function gone(told: Told | null, window: ShownWindow | null, now: number): Step {
  if (told === null || (window !== null && window.version === told.windowVersion)) return { notice: null, told: null }
  return { notice: calledOff(told, now), told: null }
}

function calledOff(told: Told, now: number): Notice | null {
  if (told.time === null || now >= told.time.until || told.stage === 'WAITING' || told.stage === 'ENDED') return null
  const event = told.stage === 'STARTED' ? 'ENDED' : 'CANCELLED'
  return noticeOf(event, told, told.time)
}

function begin(window: ShownWindow, now: number): Told {
  const { version: windowVersion, title, componentIds, maintenance } = window
  const time = timeAfter(maintenance, now)
  const isSeries = maintenance.recurrence !== null
  const known = { windowVersion, title, componentIds, time, isSeries, plan: planOf(window), toldAt: now }
  return scheduled({ ...known, stage: time === null && !isSeries ? 'ENDED' : 'WAITING' }, window, now)
}

/** Another time, or other components. */
function moved(told: Told, window: ShownWindow, now: number): Step {
  const fresh = begin(window, now)
  if (told.stage === 'WAITING' || told.stage === 'ENDED' || told.time === null) return { notice: null, told: fresh }
  if (fresh.time === null) return { notice: calledOff(told, now), told: { ...fresh, stage: 'ENDED', nextAt: null } }
  const isRunning = told.stage === 'STARTED' && fresh.time.from <= now
  const stage = isRunning ? 'STARTED' : 'ANNOUNCED'
  const sameTime = fresh.time.from === told.time.from && fresh.time.until === told.time.until
  const isSame = sameTime && !fresh.isSeries && !told.isSeries && sameIds(fresh.componentIds, told.componentIds)
  if (isSame)
    return { notice: null, told: scheduled({ ...fresh, stage: told.stage, toldAt: told.toldAt }, window, now) }
  // Those of components that are no longer touched learn it as well.
  const componentIds = [...new Set([...told.componentIds, ...fresh.componentIds])]
  const notice = { ...noticeOf('CHANGED', fresh, fresh.time), componentIds }
  return { notice, told: scheduled({ ...fresh, stage }, window, now) }
}

/** What time brings. */
function follow(told: Told, window: ShownWindow, now: number): Step {
  const { time, stage, isSeries } = told
  const quietly = (known: Told): Step => ({ notice: null, told: scheduled(known, window, now) })
  const telling = (event: MaintenanceEvent, at: TimeWindow, known: Told): Step => ({
    notice: noticeOf(event, known, at),
    told: scheduled(known, window, now),
  })
  if (time === null) return quietly({ ...told, time: timeAfter(window.maintenance, now) })
  if (isSeries && now >= time.from) {
    // Starts and ends of a series are not told: the page shows them, and the reminder has said it.
    const next = timeAfter(window.maintenance, now, now)
    return quietly({ ...told, time: next, stage: stage === 'WAITING' ? stage : 'ANNOUNCED' })
  }
  if (now >= time.until) {
    const ended = { ...told, stage: 'ENDED' as const }
    return stage === 'STARTED' && now < time.until + endToldMs ? telling('ENDED', time, ended) : quietly(ended)
  }
  if (now >= time.from)
    return stage === 'STARTED' ? quietly(told) : telling('STARTED', time, { ...told, stage: 'STARTED' })
  if (stage === 'WAITING' && now >= time.from - announcedDays * dayMs)
    return telling('ANNOUNCED', time, { ...told, stage: 'ANNOUNCED', toldAt: now })
  if (stage === 'ANNOUNCED' && now >= time.from - reminderMs && isReminded(told, time, window))
    return telling('REMINDER', time, { ...told, stage: 'REMINDED' })
  return quietly(told)
}

function isReminded(
  { toldAt, isSeries }: Pick<Told, 'toldAt' | 'isSeries'>,
  { from }: TimeWindow,
  window: ShownWindow,
) {
  if (toldAt > from - freshMs) return false
  return !isSeries || occurrencesBetween(window.maintenance, from, from + 7 * dayMs).length <= remindedPerWeekMax
}

function scheduled(told: Omit<Told, 'nextAt'>, window: ShownWindow, now: number): Told {
  return { ...told, nextAt: lookAt(told, window, now) }
}

function lookAt(told: Omit<Told, 'nextAt'>, window: ShownWindow, now: number): number | null {
  const { time, stage, isSeries } = told
  if (stage === 'ENDED') return null
  // A series that comes once in years.
  if (time === null) return isSeries ? now + lookAheadMs / 4 : null
  if (stage === 'WAITING') return time.from - announcedDays * dayMs
  if (stage === 'STARTED') return time.until
  return stage === 'ANNOUNCED' && isReminded(told, time, window) ? time.from - reminderMs : time.from
}

/** The first time that is not over; with `after` one that begins later than it. */
function timeAfter(maintenance: Maintenance, now: number, after = Number.NEGATIVE_INFINITY): TimeWindow | null {
  return occurrencesBetween(maintenance, now, now + lookAheadMs).find(({ from }) => from > after) ?? null
}

function noticeOf(event: MaintenanceEvent, { title, isSeries, componentIds }: Told, time: TimeWindow): Notice {
  return { event, title, time, isSeries, componentIds }
}

function planOf({ maintenance }: ShownWindow): string {
  const { timeZone, day, time, minutes, recurrence } = maintenance
  return JSON.stringify([timeZone, day, time, minutes, recurrence])
}

function sameIds(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id) => other.includes(id))
}
