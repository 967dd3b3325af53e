import type { CheckResult, Machine, Notice, Transition } from '@bollard/uptime'
import type { LockedState } from './locked-states.ts'

/** A service as it was, what became of it, and what happened on the way. */
export interface ChangedService {
  readonly state: LockedState
  readonly machine: Machine
  readonly transitions: readonly (Transition & { readonly result: CheckResult | null })[]
  readonly notices: readonly Notice[]
  /** When it may change without any event, in Unix milliseconds; null never. */
  readonly wakeAt: number | null
}
