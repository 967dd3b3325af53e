import type { AuditOrigin } from '@bollard/audit'
import type { Role } from '@bollard/contracts'
import type { Database, Queries } from '@bollard/database'
import type { Repeatable } from '@bollard/http'
import type { Mail } from '@bollard/mail'
import type { PaymentProvider } from './payment/payment-provider.ts'
import type { SettledPayment } from './payment/payment-row.ts'
import type { PlanCatalogue } from './plan/plan-catalogue.ts'
import type { PlanUse } from './plan/exceeded-limits.ts'
import type { OfferedDiscount } from './partner/commission/customer-discount.ts'
import type { VatChecker } from './tax/check-vat-id.ts'

/** A signed-in person, as the identity service tells it. */
export interface Actor {
  readonly userId: string
  readonly isAdmin: boolean
  /** An administrator of the deployment in a session that has shown no second factor: `isAdmin` is false, and refusals say what is missing. */
  readonly adminNeedsSecondFactor?: boolean
  /** Whether the account is protected by more than its password; left out: it is not. */
  readonly hasSecondFactor?: boolean
  readonly emailVerified: boolean
  readonly email: string
  /** When this session last proved who is there: at the sign-in, or later on demand. */
  readonly provenAt: Date | null
}

/** Somebody to write to. */
export interface Person {
  readonly userId: string
  readonly email: string
  readonly givenName: string
  readonly language: 'en' | 'de'
}

/** What came with a call besides its parameters. */
export interface Call {
  readonly from: AuditOrigin
  /** Null when the caller gave no idempotency key. */
  readonly repeatable: Repeatable | null
}

/** Who sells: the company that runs this deployment. */
export interface Seller {
  /** ISO 3166-1 alpha-2; `GR` for Greece. */
  readonly countryCode: string
  /** Some places lie outside of the VAT of their country. */
  readonly postalCode?: string | undefined
  /** Asks VIES in its name, so that the answer gets a number that proves it; null where none is configured. */
  readonly vatId: string | null
}

export interface BillingDeps {
  readonly db: Database
  /** Who a `cookie` header belongs to; null when nobody is signed in. */
  readonly findActor: (cookieHeader: string | undefined) => Promise<Actor | null>
  /** The role of a person in a solution; null for a stranger. */
  readonly findRole: (actor: Pick<Actor, 'userId'>, solutionId: string) => Promise<Role | null>
  /** Whether what only admins of a solution may do asks for a second factor by now; left out: it never does. */
  readonly isSecondFactorDue?: (solutionId: string) => Promise<boolean>
  /** Who is told of a solution's bills. */
  readonly findAdmins: (solutionId: string) => Promise<readonly Person[]>
  /** Somebody with a confirmed address; null for everybody else. */
  readonly findPerson: (userId: string) => Promise<Person | null>
  /** What its owner calls a solution; null when there is none. */
  readonly findLabel: (solutionId: string) => Promise<string | null>
  /** In which language a solution is written about to those who have no account; null when there is none. */
  readonly findLanguage: (solutionId: string) => Promise<Person['language'] | null>
  /** In which mails about a solution name days, such as `Europe/Berlin`; `UTC` for one that is gone. */
  readonly findTimeZone: (solutionId: string) => Promise<string>
  /** What a solution has of the things that plans limit, pending invitations among the members. */
  readonly countUse: (solutionId: string) => Promise<PlanUse>
  /** Billable verifications by solution in a month such as `2026-11`; solutions without any may be left out. */
  readonly countUsage: (solutionIds: readonly string[], period: string) => Promise<ReadonlyMap<string, number>>
  /** Puts a mail into the outbox, in the transaction of the caller. A mail with the same key is sent once. */
  readonly enqueueMail: (tx: Queries, mail: Mail, key?: string) => Promise<void>
  /** Where a person switches mails about billing off; null when they have. */
  readonly unsubscribeUrlOf: (userId: string, category: 'BILLING') => Promise<string | null>
  readonly checkVatId: VatChecker
  /** Null without a payment provider: then there is bank transfer alone. */
  readonly provider: PaymentProvider | null
  readonly plans: PlanCatalogue
  readonly seller: Seller
  /** What a partner passes on to the customer by an invoice of that moment; null without one. Asked outside of transactions. */
  readonly findCustomerDiscount: (about: {
    readonly solutionId: string
    readonly payerId: string
    readonly at: Date
  }) => Promise<OfferedDiscount | null>
  /** Hears, after the commit, that a solution owes something that no invoice names yet, or that it has a new way to pay. */
  readonly chargesArose: (solutionId: string) => Promise<void>
  /** Hears, in the transaction that does it, that a first period which nobody paid was taken back; invoices since then that name it are void. */
  readonly periodDropped: (tx: Queries, solutionId: string, since: Date) => Promise<void>
  /** Hears, in the transaction that finds it out, what became of a payment. */
  readonly paymentSettled: (tx: Queries, payment: SettledPayment) => Promise<void>
  /** Origin without a slash at the end; links in mails start with it. */
  readonly dashboardUrl: string
  readonly now: () => Date
  /** UUIDs of version 7; lists are sorted by them. */
  readonly newId: () => string
  /** 256 random bits as text that may stand in an address. */
  readonly newToken: () => string
  /** Hears of work outside of a request that failed; it is tried again. */
  readonly onError: (error: unknown) => void
}
