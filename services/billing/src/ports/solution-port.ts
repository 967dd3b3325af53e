import type { Person } from '@bollard/access'
import type { Role } from '@bollard/contracts'
import type { MemberCountPort } from '../plan/exceeded-limits.ts'
import type { LockPort } from './lock-port.ts'
import type { PayoutPort } from './payout-port.ts'
import type { ReferralPort } from './referral-port.ts'

/** What all of billing asks the solution service; each port that it extends holds the questions of one area. */
export interface SolutionPort extends LockPort, MemberCountPort, PayoutPort, ReferralPort {
  /** The role of a person in a solution; null for a stranger. */
  findRole(actor: { readonly userId: string }, solutionId: string): Promise<Role | null>
  /** Whether what only admins of a solution may do requires a second factor. */
  isSecondFactorDue(solutionId: string): Promise<boolean>
  /** The people who get mails about a solution's bills. */
  findAdmins(solutionId: string): Promise<readonly Person[]>
  /** What its owner calls a solution; null when there is none. */
  findLabel(solutionId: string): Promise<string | null>
  /** The language of mails about a solution to people without an account; null when there is none. */
  findLanguage(solutionId: string): Promise<Person['language'] | null>
  /** The time zone in which mails about a solution name days, such as `Europe/Berlin`; null for one that is gone. */
  findTimeZone(solutionId: string): Promise<string | null>
}
