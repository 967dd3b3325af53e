import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { ExportPart } from '@bollard/export-file'
import type { ReadAttachment } from '@bollard/mail'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { exportParts, partsOfPerson } from './export/export-parts.ts'
import type { BillingDeps } from './billing-context.ts'
import { findPaidBy } from './departure/find-paid-by.ts'
import { finishDeparture, finishDepartures } from './departure/finish-departures.ts'
import { forgetPerson } from './departure/forget-person.ts'
import { applyPayment } from './payment/apply-payment.ts'
import { findPayers, type Payer } from './invoice/find-payers.ts'
import { dropInvoicedPeriod } from './subscription/drop-period.ts'
import type { InvoicingDeps, InvoicingPorts } from './invoicing-context.ts'
import { forgetOldLinks } from './invoice-address/confirm-email.ts'
import { refreshDueVatIds } from './invoice-address/refresh-vat-id.ts'
import { solutionsOfInvoiceAddress } from './invoice-address/solutions-of.ts'
import { type Balance, describeBalances } from './partner/commission/describe-balances.ts'
import { findCustomerDiscount } from './partner/commission/find-customer-discount.ts'
import type { PartnerDeps, PartnerPorts } from './partner/partner-context.ts'
import { partsOfOrganization } from './partner/export-parts.ts'
import { preparePayoutRun } from './partner/payout/prepare-payout-run.ts'
import { runDuePartner } from './partner/run-due-partner.ts'
import { forgetOldEvents } from './payment/forget-old-events.ts'
import { solutionsOfPaymentMethod } from './payment-method/solutions-of.ts'
import { readAttachment } from './invoice/read-attachment.ts'
import { billingPlugin } from './routes.ts'
import { billSolution, runBilling } from './jobs/run-billing.ts'
import { type BillingChange, changeBilling } from './solution-plan/change-billing.ts'
import { type BillingSummary, describeBilling } from './accounting/describe-billing.ts'
import { findPaid } from './subscription/find-paid.ts'
import { mailEndingTrials } from './solution-plan/mail-trial.ts'
import { openSubscription, type SubscriptionRequest, withdrawSubscription } from './subscription/open.ts'
import { planLimits, plansChangedSince, plansOf, type PlanTerms, planToBegin } from './subscription/plan-limits.ts'
import { runDueSubscriptions } from './solution-plan/run-due.ts'
import { endSubscription, setRenewal } from './subscription/set-renewal.ts'

export interface BillingServiceDeps extends Omit<BillingDeps, 'newId' | 'newToken' | 'findCustomerDiscount'> {
  readonly newId?: () => string
  readonly newToken?: () => string
  /** Address of the person behind a request, for the audit log. */
  readonly clientIp: (request: FastifyRequest) => string
  /** Origins whose pages may make changing calls by themselves; none by default, as our sites call from server to server. */
  readonly allowedOrigins?: readonly string[]
  /** Without it nothing is counted, invoiced or collected, and the routes for it are not there. */
  readonly invoicing?: InvoicingPorts
  /** Without it nobody earns commissions, and the routes for them are not there. */
  readonly partner?: PartnerPorts
}

export interface BillingService {
  /** Routes of plans, invoice addresses, payment methods and events of the payment provider under `/solution/v1`. */
  readonly routes: FastifyPluginAsync
  /** Run these with `migrate` before the first request, after those of the audit log and the outbox. The database user needs the right to create a role. */
  readonly schema: 'billing'
  readonly migrations: URL
  /** Begins the plan of a solution that is being created; `billNewPlan` bills it once the solution can be seen. */
  readonly openSubscription: (request: SubscriptionRequest) => Promise<void>
  readonly billNewPlan: (solutionId: string) => Promise<void>
  readonly withdrawSubscription: (request: Pick<SubscriptionRequest, 'solutionId' | 'userId'>) => Promise<void>
  readonly changeBilling: (change: BillingChange) => Promise<void>
  readonly describeBilling: (solutionIds: readonly string[]) => Promise<ReadonlyMap<string, BillingSummary>>
  /** Those of the solutions whose plan costs something. */
  readonly findPaid: (solutionIds: readonly string[]) => Promise<ReadonlySet<string>>
  readonly planLimits: (solutionId: string) => Promise<PlanTerms | null>
  /** What the plans of solutions allow; those without one are left out. */
  readonly plansOf: (solutionIds: readonly string[]) => Promise<ReadonlyMap<string, PlanTerms>>
  /** Solutions whose plan may have changed since then. */
  readonly plansChangedSince: (at: Date) => Promise<string[]>
  /** What the plan would allow that a new solution begins with. Throws `validation-failed` for one that cannot be chosen. */
  readonly planToBegin: (type: SubscriptionRequest['type'], planCode: string | undefined) => PlanTerms
  /** The plan's limit of members; null when there is none. */
  readonly membersMax: (solutionId: string) => Promise<number | null>
  readonly setRenewal: (solutionId: string, renews: boolean) => Promise<Date | null>
  readonly endSubscription: (solutionId: string) => Promise<void>
  readonly solutionsOfInvoiceAddress: (userId: string, invoiceAddressId: string) => Promise<string[] | null>
  readonly solutionsOfPaymentMethod: (userId: string, paymentMethodId: string) => Promise<string[] | null>
  /** Commissions of organizations that are not paid yet; those that never earned any are left out. */
  readonly describeBalances: (organizationIds: readonly string[]) => Promise<ReadonlyMap<string, Balance>>
  /** What people pay by invoices to their addresses; those who pay nothing are left out. */
  readonly findPayers: (userIds: readonly string[]) => Promise<ReadonlyMap<string, Payer>>
  /** What an owner takes along of a solution's bills. */
  readonly exportParts: (solutionId: string) => AsyncIterable<ExportPart>
  /** What is kept of a person's addresses, ways to pay and invoices. */
  readonly partsOfPerson: (userId: string) => Promise<ExportPart[]>
  /** The solutions whose plan goes on at the expense of a person. */
  readonly findPaidBy: (userId: string) => Promise<ReadonlySet<string>>
  /** Deletes what is kept of a person whose account ends, but for invoices; what cannot be done at once `runDue` goes on with. Safe to repeat. */
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

/** Plans, subscriptions, invoice addresses and payment methods. Touches the database on first use only. */
export function createBillingService({
  allowedOrigins = [],
  clientIp,
  newId = randomUUIDv7,
  newToken = () => randomBytes(32).toString('base64url'),
  invoicing,
  partner,
  ...ports
}: BillingServiceDeps): BillingService {
  const plain: BillingDeps = {
    ...ports,
    newId,
    newToken,
    findCustomerDiscount: async (about) => (partner ? findCustomerDiscount({ ...ports, ...partner }, about) : null),
  }
  const full = invoicing ? withInvoices(plain, invoicing) : null
  const deps: BillingDeps = full ?? plain
  const programme: PartnerDeps | null = partner ? { ...deps, ...partner } : null
  return {
    routes: billingPlugin(deps, { allowedOrigins, clientIp }, full, programme),
    schema: 'billing',
    migrations: new URL('./migrations/', import.meta.url),
    openSubscription: (request) => openSubscription(deps, request),
    billNewPlan: (solutionId) => deps.chargesArose(solutionId).catch(deps.onError),
    withdrawSubscription: (request) => withdrawSubscription(deps, request),
    changeBilling: (change) => changeBilling(deps, change),
    describeBilling: (solutionIds) => describeBilling(deps, solutionIds),
    findPaid: (solutionIds) => findPaid(deps, solutionIds),
    planLimits: (solutionId) => planLimits(deps, solutionId),
    plansOf: (solutionIds) => plansOf(deps, solutionIds),
    plansChangedSince: (at) => plansChangedSince(deps, at),
    planToBegin: (type, planCode) => planToBegin(deps, type, planCode),
    membersMax: async (solutionId) => (await planLimits(deps, solutionId))?.limits.members ?? null,
    setRenewal: (solutionId, renews) => setRenewal(deps, solutionId, renews),
    endSubscription: (solutionId) => endSubscription(deps, solutionId),
    solutionsOfInvoiceAddress: (userId, id) => solutionsOfInvoiceAddress(deps, userId, id),
    solutionsOfPaymentMethod: (userId, id) => solutionsOfPaymentMethod(deps, userId, id),
    describeBalances: (organizationIds) => describeBalances(deps, organizationIds),
    exportParts: (solutionId) => exportParts(deps, solutionId),
    partsOfPerson: (userId) => partsOfPerson(deps, userId),
    findPaidBy: (userId) => findPaidBy(deps.db, userId),
    async forgetPerson(userId) {
      await forgetPerson(deps, userId)
      await finishDeparture(deps, full, userId).catch(deps.onError)
    },
    partsOfOrganization: (organizationId) => partsOfOrganization(deps, organizationId),
    findPayers: (userIds) => findPayers(deps.db, userIds),
    readAttachment: async (attachment) => readAttachment(deps, attachment),
    async runDue() {
      await (full ? runBilling(full) : runDueSubscriptions(deps))
      await mailEndingTrials(deps)
      await refreshDueVatIds(deps)
      await forgetOldEvents(deps)
      await forgetOldLinks(deps)
      await finishDepartures(deps, full)
      if (programme) await runDuePartner(programme)
    },
    async preparePayouts() {
      if (programme) await preparePayoutRun(programme)
    },
  }
}

/** Billing that invoices what arises: what billing tells of goes to the invoices first, then outside. */
function withInvoices(plain: BillingDeps, invoicing: InvoicingPorts): InvoicingDeps {
  const full: InvoicingDeps = {
    ...plain,
    ...invoicing,
    async chargesArose(solutionId) {
      await billSolution(full, solutionId)
      await plain.chargesArose(solutionId)
    },
    async periodDropped(tx, solutionId, since) {
      await dropInvoicedPeriod(tx, solutionId, since)
      await plain.periodDropped(tx, solutionId, since)
    },
    async paymentSettled(tx, payment) {
      await applyPayment(tx, full, payment)
      await plain.paymentSettled(tx, payment)
    },
  }
  return full
}
