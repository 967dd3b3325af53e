import type { ServiceState, Verdict } from '../check-result.ts'
import type { TimeWindow } from '../maintenance/time-window.ts'

/** Not `ServiceState`: what the service itself shows, whatever was planned or paused. */
export type BaseState = Extract<ServiceState, Verdict>

/** How bad a check was, from 0 to 3. A challenge page is worse than a slow answer, because nobody saw the content. */
export const severities = ['UP', 'DEGRADED', 'CHALLENGED', 'DOWN'] as const
export type Severity = 0 | 1 | 2 | 3

/** What a place has said. */
export interface Place {
  /** Moment of its newest check, of its beginning. */
  readonly lastAt: number
  /** What holds for it after retries; null until enough checks agree. */
  readonly severity: Severity | null
  /** Moment of the check that made it hold. */
  readonly changedAt: number
  /** Its newest checks, the oldest first, as many as retries and recovery look at. */
  readonly recent: readonly { readonly at: number; readonly severity: Severity }[]
}

/**
 * Why a state holds: `CHECKS` (as many places as needed say so), `PARTIAL` (some places say that it does not work, and
 * too few), `SILENCE` (nobody has told anything for too long), `SIGNAL`, `SIGNAL_FAILED` and `SIGNAL_MISSING` of a
 * heartbeat, `MEMBERS` of a group, `MANUAL`, and `START`, where nothing is known yet; `PAUSED` and `MAINTENANCE` lie
 * over all of them.
 */
export type Reason =
  | 'START'
  | 'CHECKS'
  | 'PARTIAL'
  | 'SILENCE'
  | 'SIGNAL'
  | 'SIGNAL_FAILED'
  | 'SIGNAL_MISSING'
  | 'MEMBERS'
  | 'MANUAL'
  | 'PAUSED'
  | 'MAINTENANCE'

/** What holds for a service, and all that is needed to go on from there. Plain JSON; the service stores it as it is. */
export interface Machine {
  readonly version: 1
  readonly state: ServiceState
  readonly reason: Reason
  /** When the state took hold. */
  readonly since: number
  /** The newest moment that was looked at: nothing is decided for an earlier one. */
  readonly clock: number
  /** What holds without pause and maintenance, and why. */
  readonly base: { readonly state: BaseState; readonly reason: Reason; readonly began: number }
  readonly places: Readonly<Record<string, Place>>
  /** The last signal of a heartbeat, `at` also the beginning of waiting for the first. */
  readonly signal: { readonly at: number; readonly verdict: 'UP' | 'DEGRADED' | 'DOWN' | null }
  readonly members: Readonly<Record<string, ServiceState>>
  readonly manual: BaseState | null
  /** Windows of maintenance that have not ended, sorted, without overlaps. */
  readonly maintenance: readonly TimeWindow[]
  readonly paused: boolean
  /** Whether the service that this one depends on is DOWN: alerts about this one are then held back. */
  readonly silenced: boolean
  /** When the service began or ceased to work, the newest last, as far as flapping looks back. */
  readonly changes: readonly number[]
  /** Whether it worked when that was last known. */
  readonly worked: boolean | null
  readonly flapping: boolean
}

/** One change of the state. `at` never lies before the `at` of the change before. */
export interface Transition {
  /** When it took hold. */
  readonly at: number
  /** When the checks began that led to it: at most `at`. */
  readonly began: number
  readonly from: ServiceState
  readonly to: ServiceState
  readonly reason: Reason
  /** Whether alerts about it are held back, because the service flaps or the one it depends on is DOWN. */
  readonly heldBack: boolean
}

/** A change besides the state that decides whether alerts go out. */
export interface Notice {
  readonly at: number
  readonly kind: 'FLAPPING_STARTED' | 'FLAPPING_ENDED' | 'SILENCED' | 'UNSILENCED'
}

/**
 * What happens to a service. `now` is the clock of the caller in Unix milliseconds, read when the event is handed over:
 * a `now` from a queue would look like a clock that was set back. `at` says when a check began or a signal was sent.
 */
export type MachineEvent =
  | { readonly kind: 'TICK'; readonly now: number }
  | {
      readonly kind: 'RESULT'
      readonly now: number
      readonly place: string
      readonly at: number
      readonly verdict: Verdict
      readonly totalMs: number
    }
  /** The prober of a place has lost its line, or has it again: what it has begun to count is forgotten. */
  | { readonly kind: 'OFFLINE'; readonly now: number; readonly place: string }
  | { readonly kind: 'SIGNAL'; readonly now: number; readonly at: number; readonly verdict: 'UP' | 'DEGRADED' | 'DOWN' }
  | { readonly kind: 'MEMBER'; readonly now: number; readonly member: string; readonly state: ServiceState }
  | { readonly kind: 'MANUAL'; readonly now: number; readonly state: BaseState }
  | { readonly kind: 'PARENT'; readonly now: number; readonly state: ServiceState }
  | { readonly kind: 'PAUSE' | 'RESUME'; readonly now: number }
  /** All windows known from now on, of which the next 64 count; hand over later ones once a day or so. */
  | { readonly kind: 'MAINTENANCE'; readonly now: number; readonly windows: readonly TimeWindow[] }

/** A service of which nothing is known yet. */
export function startMachine(now: number): Machine {
  return {
    version: 1,
    state: 'UNKNOWN',
    reason: 'START',
    since: now,
    clock: now,
    base: { state: 'UNKNOWN', reason: 'START', began: now },
    places: {},
    signal: { at: now, verdict: null },
    members: {},
    manual: null,
    maintenance: [],
    paused: false,
    silenced: false,
    changes: [],
    worked: null,
    flapping: false,
  }
}
