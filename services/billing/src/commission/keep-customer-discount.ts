import type { Queries } from '@bollard/database'
import type { CustomerDiscount } from './customer-discount.ts'

export interface GivenDiscount {
  readonly invoiceId: string
  readonly solutionId: string
  readonly payerId: string
  readonly amountMinor: number
  readonly currency: string
}

/** Writes down, in the transaction that issues an invoice, that its customer got the commission on it, or a reseller its margin. */
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
