import type { Actor, Person } from '@bollard/access'
import type { LockEffect, PlanFeature, PlanLimits, Role } from '@bollard/contracts'
import type { Database, Queries } from '@bollard/database'
import type { CallLimiterOptions } from '@bollard/http'
import type { ExportPart } from '@bollard/export-file'
import type { Mail } from '@bollard/mail'

/** Of several keys the first one seals and all of them open, so that one can follow another. */
export type EncryptionKeys = Buffer | readonly [Buffer, ...Buffer[]]

/**
 * What a solution decides for its site: all effects that hold, each by itself, as none of them lifts another, and where its days
 * begin. `number` grows with every change; what carries a lower one than was heard already is out of date.
 */
export interface SolutionState {
  readonly effects: readonly LockEffect[]
  readonly timeZone: string
  readonly number: number
}

/** What is asked of the identity service. */
export interface IdentityPort {
  /** Who a `cookie` header belongs to; null when nobody is signed in. */
  readonly findActor: (cookieHeader: string | undefined) => Promise<Actor | null>
  /** People by their ids; unknown ids are left out. */
  readonly findPeople: (userIds: readonly string[]) => Promise<Person[]>
  /** The person with this address; null when there is none. */
  readonly findPersonByEmail: (email: string) => Promise<Person | null>
  /** Those of the people who have no second factor. */
  readonly findUnprotected: (userIds: readonly string[]) => Promise<ReadonlySet<string>>
}

/** What is asked of the captcha service. Unknown sites are left alone, and have nothing. */
export interface CaptchaPort {
  /** Refuses what `provisionSite` would, and what the plan has no room for that is to begin: before anything is paid. Throws a problem. */
  readonly checkNewSite: (request: { domains: readonly string[]; plan: PlanTerms | null }) => void
  /** Makes keys and settings of a new CAPTCHA solution. Rejects when it cannot; then there is no solution either. */
  readonly provisionSite: (request: {
    solutionId: string
    domains: readonly string[]
    timeZone: string
  }) => Promise<{ siteKey: string; secretKey: string }>
  /** Solutions that a site key or a domain belongs to, at most 100. */
  readonly findSolutionsOf: (siteKeyOrDomain: string) => Promise<readonly string[]>
  /** Whether every key that could take results at a moment has been replaced or revoked since, and there is a new one. */
  readonly isSecretRotated: (solutionId: string, since: Date) => Promise<boolean>
  /** The database beside whose rows the audit entries of a solution's captcha lie, where it is another one than the solution's; null where it is the same. */
  readonly auditBeside?: (solutionId: string) => Promise<Queries | null>
  /** Erases all that the captcha has of a solution, step by step; true once nothing is left. */
  readonly eraseSite: (solutionId: string) => Promise<boolean>
  /** Has all that the captcha knows of a solution's visitors written into a file: its id, null when it is to be asked for again later, NO_SITE where there is nothing. */
  readonly requestExport: (request: {
    readonly solutionId: string
    readonly userId: string
  }) => Promise<string | 'NO_SITE' | null>
  /** What became of that file; GONE when it failed or is no longer kept. */
  readonly stateOfExport: (request: {
    readonly solutionId: string
    readonly exportId: string
  }) => Promise<'WAITING' | 'READY' | 'GONE'>
  /** What the captcha keeps of a solution, with the file of its log where `exportId` names a finished one. */
  readonly exportParts: (request: {
    readonly solutionId: string
    readonly exportId: string | null
  }) => AsyncIterable<ExportPart>
}

/** What is asked of the monitoring service. Unknown solutions are left alone, and have nothing. */
export interface MonitoringPort {
  /** Makes the monitoring of a new MONITORING solution; nothing happens where there is one. */
  readonly provisionSpace: (request: { readonly solutionId: string; readonly timeZone: string }) => Promise<void>
  /** Erases all that was monitored; true once nothing is left. */
  readonly eraseSpace: (solutionId: string) => Promise<boolean>
  /** What it keeps of a solution. */
  readonly exportParts: (solutionId: string) => AsyncIterable<ExportPart>
}

/** What is asked of the protection service. Unknown solutions are left alone, and have nothing. */
export interface ProtectionPort extends Pick<MonitoringPort, 'exportParts'> {
  /** Makes the protection of a new BUNDLE_SECURITY solution; nothing happens where there is one. */
  readonly provisionSpace: (request: { readonly solutionId: string; readonly timeZone: string }) => Promise<void>
  /** Erases all of the protection; true once nothing is left. */
  readonly eraseSpace: (solutionId: string) => Promise<boolean>
}

/** What is asked of the billing service. */
export interface BillingPort {
  /** What the plan would allow that a new solution begins with. Throws `validation-failed` for one that cannot be chosen. */
  /** Whether solutions of this type can be created. */
  readonly isSold: (type: SubscriptionRequest['type']) => boolean
  readonly planToBegin: (type: SubscriptionRequest['type'], planCode: string | undefined) => PlanTerms
  /** What it has to say of solutions; those that it does not know are left out. */
  readonly describeBilling: (solutionIds: readonly string[]) => Promise<ReadonlyMap<string, BillingSummary>>
  /** Begins the plan of a new solution. Rejects with a problem when the plan, the address or the payment method cannot be had. */
  readonly openSubscription: (request: SubscriptionRequest) => Promise<void>
  /** Bills what the plan of a new solution costs. For when the solution can be seen, since its invoice names it. Never rejects: what fails is tried again. */
  readonly billNewPlan: (solutionId: string) => Promise<void>
  /** Takes a plan back that was begun for a solution which then could not be made. */
  readonly withdrawSubscription: (request: { solutionId: string; userId: string }) => Promise<void>
  /** Changes what a solution is billed to. Rejects with a problem when the address or the payment method is not the person's. */
  readonly changeBilling: (change: BillingChange) => Promise<void>
  /** The solutions that an address or a payment method of a person is used for; null when it is not theirs. */
  readonly solutionsOfInvoiceAddress: (userId: string, invoiceAddressId: string) => Promise<readonly string[] | null>
  readonly solutionsOfPaymentMethod: (userId: string, paymentMethodId: string) => Promise<readonly string[] | null>
  /** Those of the solutions whose plan costs something. */
  readonly findPaid: (solutionIds: readonly string[]) => Promise<ReadonlySet<string>>
  /** The plan's limit of members, including pending invitations; null when there is none. */
  readonly membersMax: (solutionId: string) => Promise<number | null>
  /** What the plan of a solution allows; null where nothing is limited. */
  readonly planLimits: (solutionId: string) => Promise<{ readonly limits: Pick<PlanLimits, 'auditLogDays'> } | null>
  /** Commissions of organizations; those without any are left out. */
  readonly describeBalances: (organizationIds: readonly string[]) => Promise<ReadonlyMap<string, Balance>>
  /** What it keeps of a solution. */
  readonly exportParts: (solutionId: string) => AsyncIterable<ExportPart>
  /** What the partner programme keeps of an organization. */
  readonly partsOfOrganization: (organizationId: string) => AsyncIterable<ExportPart>
}

/** What a plan allows, as billing says it and the captcha understands it. */
export interface PlanTerms {
  readonly planCode: string
  readonly limits: PlanLimits
  readonly features: readonly PlanFeature[]
}

export interface SolutionContext extends CallLimiterOptions {
  /** Needs more connections than `creationsAtOnce` (see `create-solution-service.ts`), as provisioning takes one of its own. */
  readonly db: Database
  readonly identity: IdentityPort
  readonly captcha: CaptchaPort
  readonly monitoring: MonitoringPort
  readonly protection: ProtectionPort
  readonly billing: BillingPort
  /** Tells captcha and billing what locks, lifecycle and time zone mean for a site. It holds within seconds, in all processes. Unknown sites are left alone. */
  readonly applySolutionState: (solutionId: string, state: SolutionState) => Promise<void>
  /** Puts a mail into the outbox, in the transaction of the caller. A mail with the same key is sent once. */
  readonly enqueueMail: (tx: Queries, mail: Mail, key?: string) => Promise<void>
  /** The operator's agreement about processing visitors' data; left out or null where there is none. */
  readonly dpa?: { readonly version: string; readonly url: string } | null | undefined
  /** TXT records of a name in DNS, each in its pieces, as `resolveTxt` of node:dns/promises. May reject where there are none. */
  readonly resolveTxt: (name: string) => Promise<readonly (readonly string[])[]>
  /** Asks VIES whether the VAT id of an organization is valid. */
  readonly checkVatId: (vatId: string, organizationId: string) => Promise<VatCheck | 'unavailable'>
  /** 32 bytes for AES-256: what must not lie in the database as it is, such as accounts for payouts. Of several keys the first one seals, all open. */
  readonly encryptionKey: EncryptionKeys
  /** UUIDs of version 7; lists are sorted by them. */
  readonly newId: () => string
  /** A secret of 256 bits for a link, in base64url. */
  readonly newToken: () => string
  readonly randomBytes: (size: number) => Buffer
  /** Origins without a slash at the end; links in mails start with them. */
  readonly identityUrl: string
  readonly dashboardUrl: string
  /** Runs a few creations at once and lets the others wait. */
  readonly queue: <T>(work: () => Promise<T>) => Promise<T>
}

export interface Balance {
  readonly pending: Money
  readonly available: Money
}

export interface Money {
  readonly amountMinor: number
  readonly currency: string
}

export interface VatCheck {
  readonly valid: boolean
  /** What VIES gave as the proof of having asked; null when it gave none. */
  readonly consultationNumber: string | null
  readonly at: Date
}

export interface SubscriptionRequest {
  readonly solutionId: string
  readonly type: 'CAPTCHA' | 'MONITORING' | 'BUNDLE_SECURITY'
  /** Who creates it: address and payment method have to be theirs. */
  readonly userId: string
  /** Left out: the trial. */
  readonly planCode?: string | undefined
  readonly invoiceAddressId?: string | undefined
  readonly paymentMethodId?: string | undefined
}

export interface BillingChange {
  readonly solutionId: string
  /** Who changes it: address and payment method have to be theirs. */
  readonly userId: string
  readonly invoiceAddressId?: string | undefined
  readonly paymentMethodId?: string | undefined
  readonly usageAlertPercents?: readonly number[] | undefined
}

export interface BillingSummary {
  readonly planCode: string
  /** The provider's word, not an entitlement. */
  readonly status: 'TRIALING' | 'ACTIVE' | 'INCOMPLETE' | 'PAST_DUE' | 'UNPAID' | 'PAUSED' | 'CANCELED'
  readonly trialEndsAt: Date | null
  /** Until when it is paid for; left out: the end of the trial, else of the month. */
  readonly periodEndsAt?: Date | null
  readonly invoiceAddressId: string | null
  readonly paymentMethodId: string | null
  readonly usageAlertPercents: readonly number[]
  /** Of the running month; `included` is null without a limit. Null while it can't be read. */
  readonly usage: { readonly period: string; readonly counted: number; readonly included: number | null } | null
}

export type FindRole = (actor: Pick<Actor, 'userId'>, solutionId: string) => Promise<Role | null>

/** One thing that is due; answers how many things it did, none where somebody else was faster. */
export type DueWork = () => Promise<number>
