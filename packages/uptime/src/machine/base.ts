import type { ServiceState } from '../check-result.ts'
import { heartbeatAt } from '../schedule/heartbeat.ts'
import { type Machine, type Place, severities } from './machine.ts'
import { beganAt, isUnsettled } from './place.ts'
import type { GroupSettings, HeartbeatSettings, MachineSettings, ProbedSettings } from './settings.ts'

type Base = Machine['base']

/**
 * What holds for the service without pause and maintenance at the clock of the machine; as before where nothing new is
 * decided.
 */
export function baseOf(settings: MachineSettings, machine: Machine): Base {
  switch (settings.kind) {
    case 'PROBED':
      return baseOfPlaces(settings, machine)
    case 'HEARTBEAT':
      return baseOfSignals(settings, machine)
    case 'GROUP':
      return { ...baseOfMembers(settings, machine), began: machine.clock }
    case 'MANUAL':
      return { state: machine.manual ?? 'UNKNOWN', reason: 'MANUAL', began: machine.clock }
  }
}

/** Whether a place has been silent for so long that it answers no more. */
export function isSilent({ lastAt }: Place, { silentAfterMs }: ProbedSettings, clock: number): boolean {
  return lastAt + silentAfterMs <= clock
}

/** `machine.places` holds none that is silent. */
function baseOfPlaces({ placesMin }: ProbedSettings, { places, base, clock }: Machine): Base {
  const heard = Object.values(places)
  const answering = heard.filter(({ severity }) => severity !== null)
  if (answering.length === 0) {
    if (base.state === 'UNKNOWN') return base
    return { state: 'UNKNOWN', reason: 'SILENCE', began: clock }
  }
  const needed = Math.max(placesMin, Math.ceil(answering.length / 2))
  const asBadAs = (limit: number): readonly Place[] => answering.filter(({ severity }) => (severity ?? 0) >= limit)
  const broken = asBadAs(2)
  for (const limit of [3, 2] as const) {
    const agreeing = asBadAs(limit)
    if (agreeing.length >= needed) return decided(severities[limit], earliest(agreeing))
  }
  // Too few say that it does not work. The others may only not have looked yet, or be about to say the same.
  if (broken.length > 0) {
    const changedAt = Math.max(...heard.map((place) => place.changedAt))
    if (heard.some((place) => isUnsettled(place) || place.lastAt < changedAt)) return base
    return { state: 'DEGRADED', reason: 'PARTIAL', began: earliest(broken) }
  }
  const slow = asBadAs(1)
  if (slow.length >= needed) return decided('DEGRADED', earliest(slow))
  return decided('UP', Math.max(...answering.map(beganAt)))
}

function decided(state: Base['state'], began: number): Base {
  return { state, reason: 'CHECKS', began }
}

function earliest(places: readonly Place[]): number {
  return Math.min(...places.map(beganAt))
}

function baseOfSignals({ plan }: HeartbeatSettings, { signal, clock, base }: Machine): Base {
  if (signal.verdict === 'DOWN') return { state: 'DOWN', reason: 'SIGNAL_FAILED', began: signal.at }
  const { standing, dueAt } = heartbeatAt(plan, signal.at, clock)
  if (standing === 'MISSING') return { state: 'DOWN', reason: 'SIGNAL_MISSING', began: dueAt ?? clock }
  if (signal.verdict !== null) return { state: signal.verdict, reason: 'SIGNAL', began: signal.at }
  return base.state === 'UNKNOWN' ? base : { state: 'UNKNOWN', reason: 'START', began: clock }
}

/**
 * A group works while enough members do (UP or DEGRADED); it is DEGRADED while not all of them are UP. Members that are
 * paused or in maintenance are left out. Where members of which nothing is known could make the difference, nothing is
 * known of the group.
 */
function baseOfMembers({ members, rule, least }: GroupSettings, machine: Machine): Pick<Base, 'state' | 'reason'> {
  const states = members
    .map((member): ServiceState => machine.members[member] ?? 'UNKNOWN')
    .filter((state) => state !== 'PAUSED' && state !== 'MAINTENANCE')
  const count = (...wanted: readonly ServiceState[]): number => states.filter((state) => wanted.includes(state)).length
  const needed = rule === 'ALL' ? states.length : rule === 'ANY' ? 1 : Math.min(least ?? 1, states.length)
  const reason = 'MEMBERS'
  if (states.length === 0) return { state: 'UNKNOWN', reason }
  const working = count('UP', 'DEGRADED')
  if (working >= needed) return { state: count('UP') === states.length ? 'UP' : 'DEGRADED', reason }
  if (working + count('UNKNOWN') >= needed) return { state: 'UNKNOWN', reason }
  return { state: count('DOWN') === 0 ? 'CHALLENGED' : 'DOWN', reason }
}
