import { dayMs } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import type { BillingContext } from '../billing-context.ts'
import { invoiceColumns, openMinor, recordInvoiceState } from '../invoice/invoice-row.ts'
import { tellProgramme } from '../invoice/tell-programme.ts'
import { settleStanding, tellSubscription } from '../subscription/standing.ts'
import { lockSubscription } from '../subscription/subscription-row.ts'
import type { Payment } from './payment-row.ts'

/** Days after the first failure on which a payment is tried again. */
export const retryDays = [1, 3, 5, 7] as const

/**
 * Carries what became of a payment over to its invoice, in the transaction that learned it: paid, to be tried again, or open
 * anew. What has been paid is always the sum over its payments, so that hearing the same twice changes nothing.
 */
export async function applyPayment(tx: Queries, { now }: Pick<BillingContext, 'now'>, payment: Payment): Promise<void> {
  const at = now()
  const subscription = await lockSubscription(tx, payment.solutionId)
  const [before] = await tx.query(
    'billing-apply-lock',
    `select ${invoiceColumns} from billing.invoices where id = $1 for update`,
    [payment.invoiceId],
  )
  if (!subscription || !before || before.status === 'DRAFT') return
  const [row] = await tx.query('billing-apply-paid', paidSql, [
    before.id,
    payment.kind === 'BANK_TRANSFER' ? 0 : payment.attempt,
    at,
  ])
  if (!row || row.status === 'VOID') return
  if (openMinor(row) <= 0) {
    if (row.status === 'PAID') return
    await tx.query('billing-apply-settled', settledSql, [row.id, at])
    await recordInvoiceState(tx, row, 'PAID', at)
    await tellProgramme(tx, row, at, 'PAYMENT')
    await settleStanding(tx, subscription, at)
    return
  }
  switch (payment.status) {
    case 'PROCESSING':
      return void (await tx.query(
        'billing-apply-wait',
        'update billing.invoices set next_try_at = null where id = $1',
        [row.id],
      ))
    case 'FAILED':
    case 'REQUIRES_ACTION': {
      const since = row.dunningSince ?? at
      await tx.query('billing-apply-failed', failedSql, [
        row.id,
        since,
        row.voidWanted === null ? nextTry(since, at) : null,
      ])
      return void (await tellSubscription(tx, subscription, 'PAYMENT_FAILED', at))
    }
    case 'DISPUTED':
      await tx.query('billing-apply-disputed', disputedSql, [row.id, at])
      if (row.status !== 'OVERDUE') await recordInvoiceState(tx, row, 'OVERDUE', at)
      await tellProgramme(tx, row, at, 'CHARGEBACK')
      return void (await tellSubscription(tx, subscription, 'PAYMENT_FAILED', at))
    // Money that was given back on purpose is not asked for again.
    case 'REFUNDED':
      return tellProgramme(tx, row, at, 'REFUND')
    case 'SUCCEEDED':
    case 'PENDING':
  }
}

/** The next try of a payment that first failed at `since`; null when all were made. */
export function nextTry(since: Date, now: Date): Date | null {
  return retryDays.map((days) => new Date(since.getTime() + days * dayMs)).find((at) => at > now) ?? null
}

const paidSql = `update billing.invoices set tries = greatest(tries, $2), updated_at = $3, paid_minor = coalesce(
    (select sum(amount_minor - refunded_minor) from billing.payments where invoice_id = $1 and status in ('SUCCEEDED', 'REFUNDED')), 0)
  where id = $1 returning ${invoiceColumns}`
const settledSql = `update billing.invoices set status = 'PAID', paid_at = $2, paid_told = false, next_try_at = null, dunning_since = null, dunning_step = 0,
    noticed_at = null where id = $1`
const failedSql = 'update billing.invoices set dunning_since = $2, next_try_at = $3 where id = $1'
const disputedSql = `update billing.invoices set status = 'OVERDUE', paid_at = null, next_try_at = null, dunning_since = $2, dunning_step = 0, noticed_at = null
  where id = $1`
