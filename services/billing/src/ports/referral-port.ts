import type { Person } from '@bollard/access'
import type { Organization, Role } from '@bollard/contracts'

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
