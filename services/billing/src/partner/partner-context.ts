import type { Organization, Role } from '@bollard/contracts'
import type { Actor, BillingDeps, Person } from '../billing-context.ts'
import type { InvoiceSeller } from '../invoicing-context.ts'

/** Who brought a customer, as the solution service knows it. */
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

/** What a payout has to know of an organization. */
export interface PayoutTerms {
  readonly name: string
  readonly legalName: string | null
  readonly contactEmail: string
  /** ISO 3166-1 alpha-2. */
  readonly countryCode: string
  readonly language: 'en' | 'de'
  readonly vatId: string | null
  readonly registerNumber: string | null
  readonly address: {
    readonly street: string
    readonly addressLine2: string
    readonly postalCode: string
    readonly city: string
    readonly region: string
  }
  readonly verified: boolean
  /** Nothing is paid before; null when nothing stands in the way. */
  readonly frozenUntil: Date | null
  /** In the clear, for the payment and nothing else: never stored, logged or shown. The IBAN has no spaces. */
  readonly account: { readonly accountHolder: string; readonly iban: string; readonly bic: string | null } | null
}

/** What the partner programme needs from outside besides what billing needs anyway. */
export interface PartnerPorts {
  /** Who pays; null where nobody has said it: then commissions are counted and not paid out. */
  readonly operator: InvoiceSeller | null
  /** The role of a person in an organization; null for a stranger. */
  readonly findOrganizationRole: (actor: Pick<Actor, 'userId'>, organizationId: string) => Promise<Role | null>
  /** The organization that earns by the payments for a solution; null where there is none. */
  readonly findReferrer: (solutionId: string, payerId: string) => Promise<Referrer | null>
  /** Null when there is no such organization, or it was deleted. */
  readonly payoutTermsOf: (organizationId: string) => Promise<PayoutTerms | null>
  /** The administrators of the deployment, who are told of a run that waits for them. */
  readonly findOperators: () => Promise<readonly Person[]>
  /** Who is told of commissions and payouts. */
  readonly findOrganizationAdmins: (organizationId: string) => Promise<readonly Person[]>
}

export interface PartnerDeps extends BillingDeps, PartnerPorts {}
