import type { CallOrigin, Entity, Person } from '@bollard/access'
import type { Organization, Role } from '@bollard/contracts'
import type { MemberCountPort } from '../plan/exceeded-limits.ts'

/** What all of billing asks the solution service; each port that it extends holds the questions of one area. */
export interface SolutionPort extends LockPort, MemberCountPort, PayoutPort, ReferralPort {
  /** The role of a person in a solution; null for a stranger. */
  findRole(actor: { readonly userId: string }, solutionId: string): Promise<Role | null>
  /** Writes into its audit log that an operator looks at a solution or an organization. */
  noteVisit(operator: { readonly userId: string }, entity: Entity, from: CallOrigin): Promise<void>
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

/** Why billing reduces a solution to proof of work: an unpaid invoice, far more use than its plan includes, or no plan at all. */
export type LockReason = 'PAYMENT_OVERDUE' | 'QUOTA_EXCEEDED' | 'TRIAL_EXPIRED'

/** What dunning asks the solution service. Repeating a call changes nothing. Both throw `not-found` for a solution that is gone. */
export interface LockPort {
  setLock(lock: {
    readonly solutionId: string
    readonly reason: LockReason
    /** When its admins were told. */
    readonly notifiedAt: Date
    readonly at: Date
  }): Promise<unknown>
  openLock(opening: { readonly solutionId: string; readonly reason: LockReason; readonly at: Date }): Promise<unknown>
}

/** What a payout has to know of an organization. */
export interface PayoutTerms {
  readonly name: string
  readonly legalName: string | null
  readonly contactEmail: string
  /** ISO 3166-1 alpha-2. */
  readonly countryCode: string
  readonly language: Person['language']
  readonly vatId: string | null
  readonly registerNumber: string | null
  readonly address: {
    readonly street: string
    readonly addressLine2: string
    readonly postalCode: string
    readonly city: string
    readonly region: string
  }
  /** Only organizations that are `VERIFIED` are paid. */
  readonly verification: Organization['verification']['status']
  /** Payouts are paused until then; null if nothing pauses them. */
  readonly frozenUntil: Date | null
  /** In the clear, for the payment and nothing else: never stored, logged or shown. The IBAN has no spaces. */
  readonly account: { readonly accountHolder: string; readonly iban: string; readonly bic: string | null } | null
}

/** What payouts ask the solution service. */
export interface PayoutPort {
  /** Null when there is no such organization, or it was deleted. */
  payoutTermsOf(organizationId: string): Promise<PayoutTerms | null>
}

/** The organization that brought a customer, as the solution service knows it. */
export interface Referrer {
  readonly organizationId: string
  readonly organizationName: string
  readonly kind: Organization['kind']
  /** Whether it earns by payments, or its customers pay less by as much. */
  readonly commissionPreference: Organization['commissionPreference']
  /** The months of a commission count from here. */
  readonly since: Date
  /** The payer is a member of the organization: nobody earns by a purchase of their own. */
  readonly isOwn: boolean
  /** The organization is a verified reseller, manages the solution, and pays for it itself. */
  readonly isResale: boolean
}

/** What commissions ask the solution service. */
export interface ReferralPort {
  /** The role of a person in an organization; null for a stranger. */
  findOrganizationRole(actor: { readonly userId: string }, organizationId: string): Promise<Role | null>
  /** The organization that earns by the payments for a solution; null where there is none. */
  findReferrer(solutionId: string, payerId: string): Promise<Referrer | null>
  /** The people who get mails about commissions and payouts. */
  findOrganizationAdmins(organizationId: string): Promise<readonly Person[]>
}
