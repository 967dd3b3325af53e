import type { Actor, CallOrigin, Entity, Person } from '@bollard/access'
import type { LockEffect, PlanLimits, Role } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import type { CallLimiter } from '@bollard/http'
import type { OwnCaptchaPort } from './own-captcha-port.ts'
import type { CaptchaPort } from './captcha-port.ts'
import type { IdentifyProgram } from './program-port.ts'
import type { ReportPorts } from './report-ports.ts'
import type { rateLimits } from './rate-limits.ts'

/** Everything a verb may need. */
export interface ProtectionContext {
  /** Bound to the solution of a call, see `open-gate.ts`; work that nobody waits for has the worker's. */
  readonly db: Database
  /** As the worker of all solutions. */
  readonly workerDb: Database
  readonly now: () => Date
  /** UUIDs that sort by time. */
  readonly newId: () => string
  readonly randomBytes: (size: number) => Buffer
  readonly billing: BillingPort
  readonly captcha: CaptchaPort
  readonly ownCaptcha: OwnCaptchaPort
  readonly reports: ReportPorts
  /** Name of the operator of a network by its number (AS); null where nobody knows it. */
  readonly operatorName: (operator: number) => string | null
  readonly limiter: Pick<CallLimiter<keyof typeof rateLimits>, 'hook' | 'take'>
  /** What offline data says of an address; the number is 0 and the country null where it says nothing. */
  readonly lookUpNetwork: (address: string) => { readonly asn: number; readonly country: string | null }
  readonly identifyProgram: IdentifyProgram
  /** Told of faults that no request sees. */
  readonly onError: (error: unknown) => void
}

/** What a plan allows, as billing says it. */
export interface PlanTerms {
  readonly limits: Pick<PlanLimits, 'protectedRequests'>
}

export interface BillingPort {
  /** What the plans of solutions allow; nothing is limited for those that are left out. */
  readonly plansOf: (solutionIds: readonly string[]) => Promise<ReadonlyMap<string, PlanTerms>>
}

export interface SolutionPort {
  /** The admins of a solution. Ask outside of a transaction. */
  readonly findAdmins: (solutionId: string) => Promise<readonly Person[]>
  /** The role of a person in a solution; null for a stranger. */
  readonly findRole: (actor: Actor, solutionId: string) => Promise<Role | null>
  readonly isSecondFactorDue: (solutionId: string) => Promise<boolean>
  /** Writes into the audit log of a solution that an administrator of the installation looks at it. */
  readonly noteVisit: (operator: Actor, entity: Entity, from: CallOrigin) => Promise<void>
}

export interface IdentityPort {
  readonly findActor: (cookieHeader: string | undefined) => Promise<Actor | null>
}

/** What a solution decides for its part here. `number` grows with every change. */
export interface SolutionState {
  readonly effects: readonly LockEffect[]
  readonly timeZone: string
  readonly number: number
}
