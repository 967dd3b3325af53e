import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { ExportPart } from '@bollard/export-file'
import type { ReadAttachment } from '@bollard/mail'
import type { Database } from '@bollard/database'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { type BillingSummary, describeBilling } from './accounting/describe-billing.ts'
import type { BillingContext } from './billing-context.ts'
import { type Balance, describeBalances } from './commission/describe-earnings.ts'
import { finishDeparture } from './departure/finish-departures.ts'
import { findPaidBy, forgetPerson } from './departure/forget-person.ts'
import { billSolution } from './dunning/bill-solution.ts'
import { countOverdue } from './dunning/count-overdue.ts'
import { exportParts, partsOfPerson } from './export/export-parts.ts'
import { partsOfOrganization } from './export/programme-parts.ts'
import { solutionsOfInvoiceAddress } from './invoice-address/get.ts'
import { findPayers, type Payer } from './invoice/find-payers.ts'
import { readAttachment } from './invoice/get.ts'
import { runDue } from './jobs/run-due.ts'
import { solutionsOfPaymentMethod } from './payment-method/method-row.ts'
import { preparePayoutRun } from './payout/prepare-payout-run.ts'
import { billingPlugin } from './routes.ts'
import { soldTypes } from './plan/plan-catalogue.ts'
import { type BillingChange, changeBilling } from './solution-plan/change-billing.ts'
import { openSubscription, type SubscriptionRequest, withdrawSubscription } from './subscription/open.ts'
import {
  findPaid,
  planLimits,
  plansChangedSince,
  plansOf,
  type PlanTerms,
  planToBegin,
} from './subscription/plan-limits.ts'
import { endSubscription, setRenewal } from './subscription/set-renewal.ts'
import type { VatIdAnswer } from './tax/check-vat-id.ts'
import type { VatId } from './tax/vat-id.ts'
import { askVies } from './vat-check/ask-vies.ts'

export interface BillingServiceOptions extends Omit<BillingContext, 'newId' | 'newToken'> {
  /** The database as work that nobody waits for may use it; by default `db`. */
  readonly workerDb?: Database | undefined
  readonly newId?: () => string
  readonly newToken?: () => string
  /** Address of the person behind a request, for the audit log. */
  readonly clientIp: (request: FastifyRequest) => string
  /** Origins whose pages may send changing requests themselves; none by default, since our sites call from server to server. */
  readonly allowedOrigins?: readonly string[]
}

export interface BillingService {
  /** Routes of plans, invoice addresses, payment methods and events of the payment provider under `/solution/v1`. */
  readonly routes: FastifyPluginAsync
  /** Run these with `migrate` before the first request, after those of the audit log and the outbox. The database user needs the right to create a role. */
  readonly schema: 'billing'
  readonly migrations: URL
  /** Invoices that should have been paid by now: all, or so many at most. */
  readonly countOverdue: (max?: number) => Promise<number>
  /** Begins the plan of a solution that is being created; `billNewPlan` bills it once the solution can be seen. */
  readonly openSubscription: (request: SubscriptionRequest) => Promise<void>
  readonly billNewPlan: (solutionId: string) => Promise<void>
  readonly withdrawSubscription: (request: Pick<SubscriptionRequest, 'solutionId' | 'userId'>) => Promise<void>
  readonly changeBilling: (change: BillingChange) => Promise<void>
  readonly describeBilling: (solutionIds: readonly string[]) => Promise<ReadonlyMap<string, BillingSummary>>
  /** The solutions among these whose plan costs something. */
  readonly findPaid: (solutionIds: readonly string[]) => Promise<ReadonlySet<string>>
  readonly planLimits: (solutionId: string) => Promise<PlanTerms | null>
  /** What the plans of solutions allow; those without one are left out. */
  readonly plansOf: (solutionIds: readonly string[]) => Promise<ReadonlyMap<string, PlanTerms>>
  /** Solutions whose plan may have changed since then. */
  readonly plansChangedSince: (at: Date) => Promise<string[]>
  /** Whether solutions of a type can be created and choose a plan. */
  readonly isSold: (type: SubscriptionRequest['type']) => boolean
  /** What the first plan of a new solution would allow. Throws `validation-failed` for a plan that cannot be chosen. */
  readonly planToBegin: (type: SubscriptionRequest['type'], planCode: string | undefined) => PlanTerms
  /** The plan's limit of members; null when there is none. */
  readonly membersMax: (solutionId: string) => Promise<number | null>
  readonly setRenewal: (solutionId: string, renews: boolean) => Promise<Date | null>
  readonly endSubscription: (solutionId: string) => Promise<void>
  readonly solutionsOfInvoiceAddress: (userId: string, invoiceAddressId: string) => Promise<string[] | null>
  readonly solutionsOfPaymentMethod: (userId: string, paymentMethodId: string) => Promise<string[] | null>
  /** Commissions of organizations that are not paid yet; those that never earned any are left out. */
  readonly describeBalances: (organizationIds: readonly string[]) => Promise<ReadonlyMap<string, Balance>>
  /** Asks VIES about the VAT id of a partner in the name of the seller, and writes it down. */
  readonly checkVatIdOf: (organizationId: string, vatId: VatId) => Promise<VatIdAnswer>
  /** What people pay through invoices to their addresses; those who pay nothing are left out. */
  readonly findPayers: (userIds: readonly string[]) => Promise<ReadonlyMap<string, Payer>>
  /** The bills in a solution's export. */
  readonly exportParts: (solutionId: string) => AsyncIterable<ExportPart>
  /** What is stored about a person: invoice addresses, payment methods and invoices. */
  readonly partsOfPerson: (userId: string) => Promise<ExportPart[]>
  /** The solutions whose plan a person keeps paying for. */
  readonly findPaidBy: (userId: string) => Promise<ReadonlySet<string>>
  /** Deletes what is stored about a person whose account ends, except invoices; `runDue` finishes what fails at first. Safe to repeat. */
  readonly forgetPerson: (userId: string) => Promise<void>
  /** What an organization earned and was paid; nothing without a programme. */
  readonly partsOfOrganization: (organizationId: string) => AsyncIterable<ExportPart>
  /** The files that mails of this service carry. */
  readonly readAttachment: ReadAttachment
  /** All work that is due without being asked for. Run it every minute or so, in any number of processes. */
  readonly runDue: () => Promise<void>
  /** Makes the payout run of a month from its 10th on. Run it every hour or so, in any number of processes. */
  readonly preparePayouts: () => Promise<void>
}

/** Plans, subscriptions, invoice addresses, payment methods, invoices and the partner programme. Touches the database on first use only. */
export function createBillingService({
  allowedOrigins = [],
  clientIp,
  newId = randomUUIDv7,
  newToken = () => randomBytes(32).toString('base64url'),
  workerDb,
  ...given
}: BillingServiceOptions): BillingService {
  const context: BillingContext = { ...given, newId, newToken }
  const { db } = context
  const jobs: BillingContext = { ...context, db: workerDb ?? db }
  return {
    routes: billingPlugin(context, { allowedOrigins, clientIp }),
    schema: 'billing',
    migrations: new URL('./migrations/', import.meta.url),
    countOverdue: (max) => countOverdue(jobs.db, max),
    openSubscription: (request) => openSubscription(context, request),
    billNewPlan: (solutionId) => billSolution(context, solutionId).catch(context.onError),
    withdrawSubscription: (request) => withdrawSubscription(context, request),
    changeBilling: (change) => changeBilling(context, change),
    describeBilling: (solutionIds) => describeBilling(context, solutionIds),
    findPaid: (solutionIds) => findPaid(context, solutionIds),
    planLimits: (solutionId) => planLimits(context, solutionId),
    plansOf: (solutionIds) => plansOf(context, solutionIds),
    plansChangedSince: (at) => plansChangedSince(context, at),
    isSold: (type) => soldTypes.includes(type),
    planToBegin: (type, planCode) => planToBegin(context, type, planCode),
    membersMax: async (solutionId) => (await planLimits(context, solutionId))?.limits.members ?? null,
    setRenewal: (solutionId, renews) => setRenewal(context, solutionId, renews),
    endSubscription: (solutionId) => endSubscription(context, solutionId),
    solutionsOfInvoiceAddress: (userId, id) => solutionsOfInvoiceAddress(context, userId, id),
    solutionsOfPaymentMethod: (userId, id) => solutionsOfPaymentMethod(context, userId, id),
    describeBalances: (organizationIds) => describeBalances(context, organizationIds),
    exportParts: (solutionId) => exportParts(context, solutionId),
    partsOfPerson: (userId) => partsOfPerson(context, userId),
    findPaidBy: (userId) => findPaidBy(db, userId),
    async forgetPerson(userId) {
      await forgetPerson(context, userId)
      await finishDeparture(context, userId).catch(context.onError)
    },
    partsOfOrganization: (organizationId) => partsOfOrganization(context, organizationId),
    checkVatIdOf: (id, vatId) => askVies(context, vatId, { kind: 'ORGANIZATION', id }),
    findPayers: (userIds) => findPayers(db, userIds),
    readAttachment: async (attachment) => readAttachment(context, attachment),
    runDue: () => runDue(jobs),
    async preparePayouts() {
      await preparePayoutRun(jobs)
    },
  }
}
