import { resellerMarginPercent } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import type { BillingContext } from '../billing-context.ts'
import { asProgramme } from '../store/as-actor.ts'
import { commissionEnd, commissionOn, commissionRate, countPayingCustomers } from './commission-rates.ts'

/** The discount that a referring organization passes on from its commission, or its margin as a reseller. */
export interface CustomerDiscount {
  readonly organizationId: string
  readonly organizationName: string
  /** Of the net amount. */
  readonly percent: number
  /** The organization resells, and pays itself. */
  readonly isResale: boolean
}

/** The same on a given day, before there is an invoice. */
export interface OfferedDiscount extends CustomerDiscount {
  /** Invoices from then on have none; null where that is not known. */
  readonly until: Date | null
}

/** The reduction of a net amount, in minor units. */
export function discountOn(netMinor: number, { percent }: Pick<CustomerDiscount, 'percent'>): number {
  return commissionOn(netMinor, percent)
}

/**
 * The discount on an invoice of that day: a reseller's margin on what it buys for its customers, or as much as the commission would
 * be where a partner passes it on; null where there is neither. Asks other services, so call it outside of a transaction.
 */
export async function findCustomerDiscount(
  context: Pick<BillingContext, 'db' | 'solution'>,
  { solutionId, payerId, at }: { readonly solutionId: string; readonly payerId: string; readonly at: Date },
): Promise<OfferedDiscount | null> {
  const referrer = await context.solution.findReferrer(solutionId, payerId)
  if (referrer === null) return null
  const { organizationId, organizationName, kind, since } = referrer
  if (referrer.isResale)
    return { organizationId, organizationName, percent: resellerMarginPercent, isResale: true, until: null }
  if (referrer.isOwn || referrer.commissionPreference !== 'CUSTOMER_DISCOUNT') return null
  const others = await asProgramme(context.db, { organizationIds: [organizationId] }, (tx) =>
    countPayingCustomers(tx, { organizationId, besides: payerId, at }),
  )
  const percent = commissionRate({ kind, since, paidAt: at, payingCustomers: 1 + others })
  const until = commissionEnd({ kind, since })
  return percent === null || until === null
    ? null
    : { organizationId, organizationName, percent, isResale: false, until }
}

export interface GivenDiscount {
  readonly invoiceId: string
  readonly solutionId: string
  readonly payerId: string
  readonly amountMinor: number
  readonly currency: string
}

/** Records, in the transaction that issues an invoice, the discount given to its customer or the margin given to a reseller. */
export async function keepCustomerDiscount(
  tx: Queries,
  { organizationId, percent, isResale }: CustomerDiscount,
  given: GivenDiscount,
  at: Date,
): Promise<void> {
  const { invoiceId, solutionId, payerId, amountMinor, currency } = given
  await tx.query('partner-discount-add', addSql, [
    invoiceId,
    organizationId,
    solutionId,
    payerId,
    percent,
    amountMinor,
    currency,
    at,
    isResale,
  ])
}

/** Whether the commission on an invoice went to its customer, or to nobody since it was a reseller's; then the payer counts as a paying customer as long as something is paid. */
export async function settleCustomerDiscount(tx: Queries, invoiceId: string, paidAt: Date | null): Promise<boolean> {
  return (await tx.query('partner-discount-settle', settleSql, [invoiceId, paidAt])).length > 0
}

const addSql = `insert into billing.customer_discounts (invoice_id, organization_id, solution_id, customer_id, rate_percent, amount_minor, currency, created_at, is_resale)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`
const settleSql =
  'update billing.customer_discounts set paid_at = case when $2::timestamptz is not null then coalesce(paid_at, $2) end where invoice_id = $1 returning 1 as one'
