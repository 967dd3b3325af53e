import type { Actor, CallOrigin, Entity } from '@bollard/access'
import type { LockEffect, PlanLimits, ProbedCheck, Role } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import type { CallLimiter } from '@bollard/http'
import type { FormHelp } from '@bollard/checks'
import type { CheckResult } from '@bollard/uptime'
import type { SecretBox } from '@bollard/webhooks'
import type { CaptchaPort } from './captcha-port.ts'
import type { ChannelPorts } from './channel-ports.ts'
import type { StatusPorts } from './status-ports.ts'
import type { rateLimits } from './rate-limits.ts'

/** Runs one check and never throws. No secret in the check is null. */
export type RunCheck = (
  check: ProbedCheck,
  options: { readonly allowPrivate: boolean; readonly form?: FormHelp; readonly browser?: string | null },
) => Promise<CheckResult>

/** Everything a verb may need. */
export interface MonitoringContext {
  /** Bound to the solution of a call, see `open-gate.ts`; work that nobody waits for has the worker's. */
  readonly db: Database
  /** As the worker of all solutions: for checks that are tried, which look at more than a call may. */
  readonly workerDb: Database
  readonly now: () => Date
  /** UUIDs that sort by time. */
  readonly newId: () => string
  readonly randomBytes: (size: number) => Buffer
  readonly box: SecretBox
  readonly runCheck: RunCheck
  /** Whether the operator lets owners check private networks. */
  readonly allowPrivate: boolean
  /** Program of the browser that checks forms; null where the operator names none. */
  readonly browser: string | null
  readonly billing: BillingPort
  readonly captcha: CaptchaPort
  readonly channels: ChannelPorts
  /** Who may create API keys: admins of a solution who run the installation, or all its admins. */
  readonly apiKeysFor: 'operators' | 'solution-admins'
  readonly limiter: Pick<CallLimiter<keyof typeof rateLimits>, 'hook' | 'take'>
  readonly status: StatusPorts
  /** Told of faults that no request sees. */
  readonly onError: (error: unknown) => void
}

/** What a plan allows, as billing says it. */
export interface PlanTerms {
  readonly limits: Pick<PlanLimits, 'monitors' | 'statusPages' | 'checkIntervalSeconds' | 'monitorResultDays'>
}

export interface BillingPort {
  /** What the plans of solutions allow; nothing is limited for those that are left out. */
  readonly plansOf: (solutionIds: readonly string[]) => Promise<ReadonlyMap<string, PlanTerms>>
}

export interface IdentityPort {
  readonly findActor: (cookieHeader: string | undefined) => Promise<Actor | null>
}

export interface SolutionPort {
  /** The role of a person in a solution; null for a stranger. */
  readonly findRole: (actor: Actor, solutionId: string) => Promise<Role | null>
  readonly isSecondFactorDue: (solutionId: string) => Promise<boolean>
  /** Writes into the audit log of a solution that an administrator of the installation looks at it. */
  readonly noteVisit: (operator: Actor, entity: Entity, from: CallOrigin) => Promise<void>
}

/** What a solution decides for its part here. `number` grows with every change. */
export interface SolutionState {
  readonly effects: readonly LockEffect[]
  readonly timeZone: string
  readonly number: number
}
