import type { Actor, Person } from '@bollard/access'
import type { Invoice } from '@bollard/e-invoice'
import type { Role } from '@bollard/contracts'
import type { Database, Queries } from '@bollard/database'
import type { Mail } from '@bollard/mail'
import type { UsagePort } from './accounting/settle-month.ts'
import type { LockPort } from './dunning/locks.ts'
import type { ReferralPort } from './commission/referral-port.ts'
import type { PayoutPort } from './payout/payout-terms.ts'
import type { PaymentProvider } from './payment/payment-provider.ts'
import type { CapacityPort, MemberCountPort } from './plan/exceeded-limits.ts'
import type { PlanCatalogue } from './plan/plan-catalogue.ts'
import type { VatChecker } from './tax/check-vat-id.ts'

/** A page of a list: at most `limit` entries, from `cursor` on. */
export interface PageQuery {
  readonly limit: number
  readonly cursor?: string | undefined
}

/** What of the company that sells decides about tax. */
export interface Seller {
  /** ISO 3166-1 alpha-2; `GR` for Greece. */
  readonly countryCode: string
  /** Some places lie outside the VAT territory of their country. */
  readonly postalCode?: string | undefined
  /** VIES is asked in its name, so that an answer comes with a number that proves it; null where none is configured. */
  readonly vatId: string | null
}

/** The company that runs this installation, as it appears on its invoices. */
export interface InvoiceSeller {
  readonly legalName: string
  readonly address: Invoice['seller']['address']
  readonly email: string
  readonly contact: { readonly name: string; readonly phone: string; readonly email: string }
  readonly vatId?: string | undefined
  readonly taxNumber?: string | undefined
  readonly registerNumber?: string | undefined
  readonly bank: { readonly accountHolder: string; readonly iban: string; readonly bic?: string | undefined }
}

/** What billing asks the identity service. */
export interface IdentityPort {
  /** The person a `cookie` header belongs to; null when nobody is signed in. */
  findActor(cookieHeader: string | undefined): Promise<Actor | null>
  /** People with a confirmed address; all others are left out. */
  findPeople(userIds: readonly string[]): Promise<readonly Person[]>
  /** The administrators of the installation. */
  findOperators(): Promise<readonly Person[]>
  mailAllowed(userId: string, category: 'BILLING' | 'USAGE_ALERTS'): Promise<boolean>
  /** The page on which a person switches mails of a category off. */
  unsubscribeUrl(userId: string, category: 'BILLING' | 'USAGE_ALERTS'): string
}

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

/** What billing asks the captcha service. */
export interface CaptchaPort extends UsagePort, CapacityPort {}

/** Everything a verb of this service may need. */
export interface BillingContext {
  readonly db: Database
  readonly identity: IdentityPort
  readonly solution: SolutionPort
  readonly captcha: CaptchaPort
  /** Writes a mail into the outbox, in the caller's transaction. A mail with the same key is sent once. */
  readonly enqueueMail: (tx: Queries, mail: Mail, key?: string) => Promise<void>
  readonly checkVatId: VatChecker
  /** Null without a payment provider: bank transfer is then the only payment method. */
  readonly provider: PaymentProvider | null
  readonly plans: PlanCatalogue
  /** The company that sells and pays partners; null where none is configured: then nothing is invoiced or paid out. */
  readonly operator: InvoiceSeller | null
  readonly seller: Seller
  /** Origin without a trailing slash; links in mails start with it. */
  readonly dashboardUrl: string
  readonly now: () => Date
  /** UUIDs of version 7; lists are sorted by them. */
  readonly newId: () => string
  /** 256 random bits as text that is safe in a URL. */
  readonly newToken: () => string
  /** Called when work outside a request fails; that work is retried. */
  readonly onError: (error: unknown) => void
}
