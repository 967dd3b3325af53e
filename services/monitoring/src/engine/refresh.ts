import type { Queries } from '@bollard/database'
import {
  type Machine,
  type MachineEvent,
  occurrencesBetween,
  type ServiceState,
  type TimeWindow,
} from '@bollard/uptime'
import { toPlanned } from '../maintenance/planned.ts'
import type { LockedState } from '../state/locked-states.ts'

/** Machines know of maintenance so far ahead. */
export const toldAheadMs = 8 * 86_400_000

/** What holds around services: what a machine has to be told when any of it has changed. */
export interface Surroundings {
  readonly windowsOf: (state: Pick<LockedState, 'serviceId' | 'solutionId'>) => readonly TimeWindow[]
  readonly membersOf: (groupId: string) => readonly { readonly member: string; readonly state: ServiceState }[]
}

/** Reads maintenance and members for services, in two statements. */
export async function readSurroundings(
  tx: Queries,
  states: readonly LockedState[],
  now: number,
): Promise<Surroundings> {
  const solutionIds = [...new Set(states.map(({ solutionId }) => solutionId))]
  const groups = states.filter(({ config }) => config.kind === 'GROUP').map(({ serviceId }) => serviceId)
  const planned = await tx.query('monitoring-windows-of', windowsSql, [solutionIds])
  const members = groups.length === 0 ? [] : await tx.query('monitoring-members-of', membersSql, [groups])
  const windows = planned.map(({ solutionId, serviceIds, ...window }) => ({
    solutionId,
    serviceIds: new Set(serviceIds),
    times: occurrencesBetween(toPlanned(window), now, now + toldAheadMs),
  }))
  const byGroup = Map.groupBy(members, ({ groupId }) => groupId)
  return {
    windowsOf: ({ serviceId, solutionId }) =>
      windows
        .filter((one) => one.solutionId === solutionId && (one.serviceIds.size === 0 || one.serviceIds.has(serviceId)))
        .flatMap(({ times }) => times),
    membersOf: (groupId) => byGroup.get(groupId) ?? [],
  }
}

/** All that a machine is told of its surroundings. What it knows already changes nothing. */
export function refreshEvents(state: LockedState, around: Surroundings, now: number): MachineEvent[] {
  const { config, machine, isStopped, parentState } = state
  return [
    ...(isStopped === machine.paused ? [] : [{ kind: isStopped ? 'PAUSE' : 'RESUME', now } as const]),
    { kind: 'MAINTENANCE', now, windows: around.windowsOf(state) },
    ...(config.kind === 'MANUAL' ? [{ kind: 'MANUAL', now, state: config.target.state } as const] : []),
    ...around.membersOf(state.serviceId).map((member) => ({ kind: 'MEMBER', now, ...member }) as const),
    ...parentEvents(machine, parentState, now),
  ]
}

function parentEvents(machine: Machine, parentState: ServiceState | null, now: number): MachineEvent[] {
  return parentState === null && !machine.silenced ? [] : [{ kind: 'PARENT', now, state: parentState ?? 'UP' }]
}

const windowsSql = `select solution_id as "solutionId", service_ids as "serviceIds", starts_at as "startsAt",
    duration_minutes as "durationMinutes", time_zone as "timeZone", recurrence from monitoring.maintenance where solution_id = any ($1::uuid[])`
const membersSql = `select m.group_id as "groupId", m.member_id as member, t.state from monitoring.group_members m
  join monitoring.service_states t on t.service_id = m.member_id where m.group_id = any ($1::uuid[]) order by m.member_id`
