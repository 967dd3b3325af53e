import type { ProbeAssignment } from '@bollard/contracts'
import {
  advance,
  type CheckResult,
  defaultFlapping,
  type Machine,
  type MachineSettings,
  nextDue,
  startMachine,
  wantsRetry,
} from '@bollard/uptime'

/** What begins to fail is looked at again this soon, in milliseconds. */
export const retryMs = 15_000

/** A service that this probe checks. */
export interface Assigned {
  readonly assignment: ProbeAssignment
  /** Unix milliseconds by the product's clock. */
  dueAt: number
  /** What the product will make of this place alone: it says when to look again soon. */
  machine: Machine
  isRunning: boolean
}

/** All that a probe has to check, with when. */
export interface Assignments {
  /** Takes a new list; services that were there keep what is known of them. */
  put(list: readonly ProbeAssignment[], now: number): void
  clear(): void
  /** Services that are due and not being checked, the longest due ones first. */
  due(now: number, most: number): Assigned[]
  /**
   * Notes what came of a check, and when the next one is due. Answers whether it changed what holds here: only then what was answered is
   * worth sending along.
   */
  finish(one: Assigned, result: CheckResult, isOffline: boolean, now: number): boolean
  readonly size: number
}

export function createAssignments(): Assignments {
  const all = new Map<string, Assigned>()
  return {
    put(list, now) {
      const named = new Set(list.map(({ serviceId }) => serviceId))
      for (const id of all.keys()) if (!named.has(id)) all.delete(id)
      for (const assignment of list) {
        const known = all.get(assignment.serviceId)
        if (known?.assignment.version === assignment.version && isSamePace(known.assignment, assignment)) continue
        const machine = known?.machine ?? startMachine(now)
        // A service that is new or was changed is looked at right away.
        all.set(assignment.serviceId, { assignment, dueAt: now, machine, isRunning: false })
      }
    },
    clear: () => all.clear(),
    due(now, most) {
      const waiting = [...all.values()].filter(({ dueAt, isRunning }) => !isRunning && dueAt <= now)
      return waiting.toSorted((one, other) => one.dueAt - other.dueAt).slice(0, Math.max(0, most))
    },
    finish(one, { at, verdict, phases: { totalMs } }, isOffline, now) {
      const before = one.machine.state
      const event = isOffline
        ? ({ kind: 'OFFLINE', now, place } as const)
        : ({ kind: 'RESULT', now, place, at, verdict, totalMs } as const)
      one.machine = advance(settingsOf(one.assignment), one.machine, event).machine
      const intervalMs = one.assignment.intervalSeconds * 1_000
      const regular = nextDue(one.assignment.serviceId, intervalMs, now)
      one.dueAt = wantsRetry(one.machine, place) ? Math.min(regular, now + Math.min(intervalMs, retryMs)) : regular
      one.isRunning = false
      return one.machine.state !== before
    },
    get size() {
      return all.size
    },
  }
}

/** The only one that its own machines know. */
const place = 'here'

function isSamePace(one: ProbeAssignment, other: ProbeAssignment): boolean {
  return one.intervalSeconds === other.intervalSeconds
}

function settingsOf({ check, intervalSeconds, retries, recoveries, slowMs }: ProbeAssignment): MachineSettings {
  return {
    kind: 'PROBED',
    places: [place],
    retries,
    recoverAfter: recoveries,
    placesMin: 1,
    degradedAfterMs: slowMs,
    silentAfterMs: 3 * intervalSeconds * 1_000 + check.timeoutMs,
    flapping: defaultFlapping,
  }
}
