import type { ServiceState } from '../check-result.ts'
import { mergeWindows } from '../maintenance/time-window.ts'
import { heartbeatAt } from '../schedule/heartbeat.ts'
import { baseOf, isSilent } from './base.ts'
import type { Machine, MachineEvent, Notice, Place, Transition } from './machine.ts'
import { afterCheck, forgetChecks, isUnsettled, severityOf } from './place.ts'
import type { MachineSettings } from './settings.ts'

/** What became of a service by an event: its machine, and what has changed on the way, in order. */
export interface Advanced {
  readonly machine: Machine
  readonly transitions: readonly Transition[]
  readonly notices: readonly Notice[]
}

/**
 * A clock that says so much less than before has been set back; less than that is only several machines' clocks side by
 * side.
 */
const setBackMs = 60_000
const changesMax = 32
const windowsMax = 64

/**
 * Takes a service through one event: everything that falls due until then, such as a place that becomes silent or
 * maintenance that begins, takes hold at the moment at which it was due, however late the event comes. So the states do
 * not depend on how often anybody looks.
 *
 * Total and deterministic. Results count for the moment at which they began, but never for one earlier than the
 * machine's clock: what was said of the past is not taken back. A result that is not newer than the last one of its
 * place changes nothing, and one whose place would be silent by then changes nothing either. A clock that was set back
 * takes everything remembered back with it.
 *
 * Throws an UptimeFault only for a cron line or time zone that `requireSettings` refuses.
 */
export function advance(settings: MachineSettings, machine: Machine, event: MachineEvent): Advanced {
  if (!Number.isFinite(event.now)) return { machine, transitions: [], notices: [] }
  const run = new Run(settings, setClockBack(machine, event.now))
  const from = run.machine.clock
  const happened = event.kind === 'RESULT' && Number.isFinite(event.at) ? Math.min(event.at, event.now) : event.now
  run.wait(Math.max(from, happened))
  run.take(event)
  return { machine: run.machine, transitions: run.transitions, notices: run.notices }
}

/**
 * The next moment at which the service may change without any event; null where there is none. Hand over a TICK then.
 */
export function nextDeadline(settings: MachineSettings, machine: Machine): number | null {
  const { clock, maintenance, paused, flapping, changes, places, signal } = machine
  const moments: number[] = []
  // They are sorted, and those that have ended are gone.
  const [window] = maintenance
  if (window !== undefined) moments.push(window.from, window.until)
  if (!paused && settings.kind === 'PROBED')
    for (const { lastAt } of Object.values(places)) moments.push(lastAt + settings.silentAfterMs)
  if (!paused && settings.kind === 'HEARTBEAT' && signal.verdict !== 'DOWN') {
    const { missingAt } = heartbeatAt(settings.plan, signal.at, clock)
    if (missingAt !== null) moments.push(missingAt)
  }
  const leaving = flapping ? changes.at(-settings.flapping.endAt - 1) : undefined
  if (leaving !== undefined) moments.push(leaving + settings.flapping.windowMs)
  const due = moments.filter((moment) => moment > clock)
  return due.length === 0 ? null : Math.min(...due)
}

/** Whether a place should check again soon, because its newest check says other than what holds for it. */
export function wantsRetry(machine: Machine, place: string): boolean {
  const known = Object.hasOwn(machine.places, place) ? machine.places[place] : undefined
  return known !== undefined && isUnsettled(known)
}

/** One walk of the machine through time, and what it leaves behind. */
class Run {
  readonly #settings: MachineSettings
  machine: Machine
  readonly transitions: Transition[] = []
  readonly notices: Notice[] = []

  constructor(settings: MachineSettings, machine: Machine) {
    this.#settings = settings
    this.machine = machine
  }

  /** Lets time pass until a moment. */
  wait(moment: number): void {
    for (let due = nextDeadline(this.#settings, this.machine); due !== null && due <= moment;) {
      this.#settle({ clock: due })
      due = nextDeadline(this.#settings, this.machine)
    }
    this.machine = { ...this.machine, clock: moment }
  }

  take(event: MachineEvent): void {
    const silenced = event.kind === 'PARENT' ? event.state === 'DOWN' : this.machine.silenced
    if (silenced !== this.machine.silenced) this.#notice(silenced ? 'SILENCED' : 'UNSILENCED')
    this.#settle({ ...changeBy(this.#settings, this.machine, event), silenced })
  }

  #settle(change: Partial<Machine>): void {
    const before = this.machine
    this.machine = tidy(this.#settings, { ...before, ...change })
    const { clock, paused, maintenance } = this.machine
    if (!paused) this.#setBase()
    const { base } = this.machine
    const inMaintenance = maintenance.some(({ from }) => from <= clock)
    const [state, reason] = paused
      ? (['PAUSED', 'PAUSED'] as const)
      : inMaintenance
        ? (['MAINTENANCE', 'MAINTENANCE'] as const)
        : ([base.state, base.reason] as const)
    if (state === before.state) {
      this.machine = { ...this.machine, reason }
      return
    }
    // A clock that was set back must not let a change come before the one that it follows.
    const at = Math.max(clock, before.since)
    const isOfBase = !isCovered(before.state) && !isCovered(state)
    const began = isOfBase ? Math.min(at, Math.max(base.began, before.since)) : at
    const heldBack = this.machine.flapping || this.machine.silenced
    this.transitions.push({ at, began, from: before.state, to: state, reason, heldBack })
    this.machine = { ...this.machine, state, reason, since: at }
  }

  #setBase(): void {
    const { machine } = this
    const found = baseOf(this.#settings, machine)
    // Where only the evidence grows, the beginning stays.
    const base = found.state === machine.base.state ? { ...found, began: machine.base.began } : found
    const works = base.state === 'UNKNOWN' ? machine.worked : base.state === 'UP' || base.state === 'DEGRADED'
    const hasChanged = works !== machine.worked && machine.worked !== null && !isCovered(machine.state)
    const { windowMs, startAfter, endAt } = this.#settings.flapping
    const changes = [...machine.changes, ...(hasChanged ? [machine.clock] : [])]
      .filter((at) => at + windowMs > machine.clock)
      .slice(-changesMax)
    const flapping = machine.flapping ? changes.length > endAt : changes.length >= startAfter
    if (flapping !== machine.flapping) this.#notice(flapping ? 'FLAPPING_STARTED' : 'FLAPPING_ENDED')
    this.machine = { ...machine, base, worked: works, changes, flapping }
  }

  #notice(kind: Notice['kind']): void {
    this.notices.push({ at: this.machine.clock, kind })
  }
}

function isCovered(state: ServiceState): boolean {
  return state === 'PAUSED' || state === 'MAINTENANCE'
}

/** What an event changes, before anything is concluded from it. */
function changeBy(settings: MachineSettings, machine: Machine, event: MachineEvent): Partial<Machine> {
  switch (event.kind) {
    case 'TICK':
    case 'PARENT':
      return {}
    case 'RESULT':
    case 'OFFLINE':
      return machine.paused || settings.kind !== 'PROBED' ? {} : { places: placesAfter(settings, machine, event) }
    case 'SIGNAL': {
      const at = Math.min(event.at, event.now)
      const isNews = at > machine.signal.at || (at === machine.signal.at && machine.signal.verdict === null)
      return isNews && !machine.paused ? { signal: { at, verdict: event.verdict } } : {}
    }
    case 'MEMBER':
      return { members: { ...machine.members, [event.member]: event.state } }
    case 'MANUAL':
      return { manual: event.state }
    case 'MAINTENANCE':
      return { maintenance: mergeWindows(event.windows).slice(0, windowsMax) }
    case 'PAUSE':
      return { paused: true, places: {} }
    case 'RESUME':
      return machine.paused ? afterPause(machine) : {}
  }
}

/** Nothing from before a pause counts after it. */
function afterPause({ clock }: Machine): Partial<Machine> {
  return {
    paused: false,
    places: {},
    signal: { at: clock, verdict: null },
    base: { state: 'UNKNOWN', reason: 'START', began: clock },
    changes: [],
    worked: null,
  }
}

function placesAfter(
  settings: MachineSettings & { readonly kind: 'PROBED' },
  { places }: Machine,
  event: MachineEvent & { readonly kind: 'RESULT' | 'OFFLINE' },
): Readonly<Record<string, Place>> {
  const known = Object.hasOwn(places, event.place) ? places[event.place] : undefined
  if (event.kind === 'OFFLINE') return known === undefined ? places : { ...places, [event.place]: forgetChecks(known) }
  const severity = severityOf(event, settings)
  const at = Math.min(event.at, event.now)
  const isNews =
    settings.places.includes(event.place) && (known === undefined ? Number.isFinite(at) : at > known.lastAt)
  if (severity === null || !isNews) return places
  return { ...places, [event.place]: afterCheck(known, { at, severity }, settings) }
}

/** Without what counts no more at the clock of the machine. */
function tidy(settings: MachineSettings, machine: Machine): Machine {
  const { clock, places, members, maintenance } = machine
  const isHeard = (name: string, place: Place): boolean =>
    settings.kind === 'PROBED' && settings.places.includes(name) && !isSilent(place, settings, clock)
  const isMember = (name: string): boolean => settings.kind === 'GROUP' && settings.members.includes(name)
  const hasEnded = (maintenance[0]?.until ?? Infinity) <= clock
  return {
    ...machine,
    places: keep(places, isHeard),
    members: keep(members, isMember),
    maintenance: hasEnded ? maintenance.filter(({ until }) => until > clock) : maintenance,
  }
}

/** The entries that are wanted; the same object where all are. */
function keep<Value>(
  entries: Readonly<Record<string, Value>>,
  isWanted: (name: string, value: Value) => boolean,
): Readonly<Record<string, Value>> {
  for (const name in entries)
    if (!isWanted(name, entries[name] as Value))
      return Object.fromEntries(Object.entries(entries).filter(([one, value]) => isWanted(one, value)))
  return entries
}

/**
 * The machine as if the clock had never been ahead; the same one where it was not set back. Places are taken back a
 * little further, because the check that is being told began before `now`.
 */
function setClockBack(machine: Machine, now: number): Machine {
  if (now >= machine.clock - setBackMs) return machine
  const early = (moment: number): number => Math.min(moment, now - setBackMs)
  const places = Object.entries(machine.places).map(([name, place]): [string, Place] => [
    name,
    {
      ...place,
      lastAt: early(place.lastAt),
      changedAt: early(place.changedAt),
      recent: place.recent.map(({ at, severity }) => ({ at: early(at), severity })),
    },
  ])
  return {
    ...machine,
    clock: now,
    places: Object.fromEntries(places),
    signal: { ...machine.signal, at: Math.min(machine.signal.at, now) },
    changes: machine.changes.map(early),
  }
}
