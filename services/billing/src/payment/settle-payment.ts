import type { Queries } from '@bollard/database'
import type { BillingContext } from '../billing-context.ts'
import { recordAudit } from '../store/record-audit.ts'
import { tellSubscription } from '../subscription/standing.ts'
import { lockSubscription } from '../subscription/subscription-row.ts'
import { applyPayment } from './apply-payment.ts'
import { type Payment, paymentColumns, type PaymentStatus } from './payment-row.ts'

/** What was learned of a payment. */
export interface News {
  readonly status: PaymentStatus
  /** When it happened at the provider. */
  readonly at: Date
  readonly token: string | null
  readonly failureCode: string | null
  readonly refundedMinor?: number
}

/** How final a word about a payment is: of two words of the same second the more final one counts. */
const finality: Readonly<Record<PaymentStatus, number>> = {
  PENDING: 0,
  REQUIRES_ACTION: 1,
  PROCESSING: 2,
  FAILED: 3,
  SUCCEEDED: 4,
  DISPUTED: 5,
  REFUNDED: 6,
}

/** Whether news that may have been overtaken still count: money that has come is only ever disputed or given back, and nothing older undoes something newer. */
export function counts(known: Pick<Payment, 'status' | 'providerAt'>, news: Pick<News, 'status' | 'at'>): boolean {
  if (known.status === 'PENDING') return true
  const came = finality[known.status] >= finality.SUCCEEDED
  if (known.status === 'DISPUTED' && news.status === 'SUCCEEDED')
    return known.providerAt === null || news.at > known.providerAt
  if (came || finality[news.status] >= finality.SUCCEEDED)
    return finality[news.status] > finality[known.status] || isNewerRefund(known, news)
  if (known.providerAt === null || news.at > known.providerAt) return true
  return news.at.getTime() === known.providerAt.getTime() && finality[news.status] > finality[known.status]
}

function isNewerRefund(known: Pick<Payment, 'status' | 'providerAt'>, news: Pick<News, 'status' | 'at'>): boolean {
  return (
    known.status === 'REFUNDED' &&
    news.status === 'REFUNDED' &&
    (known.providerAt === null || news.at >= known.providerAt)
  )
}

/** Writes down what was learned of a payment, and tells those who wait for it. News that do not count change nothing. */
export async function settlePayment(
  tx: Queries,
  context: Pick<BillingContext, 'now'>,
  paymentId: string,
  news: News,
): Promise<Payment | null> {
  const [known] = await tx.query(
    'billing-payment-lock',
    `select ${paymentColumns} from billing.payments where id = $1 for update`,
    [paymentId],
  )
  if (!known || !counts(known, news)) return known ?? null
  const values = [
    paymentId,
    news.status,
    news.token,
    news.at,
    news.failureCode,
    Math.min(news.refundedMinor ?? known.refundedMinor, known.amountMinor),
    context.now(),
  ]
  const [row] = await tx.query('billing-payment-settle', settleSql, values)
  if (!row) return null
  if (row.status === 'SUCCEEDED' || row.status === 'PROCESSING') await completeFirstPeriod(tx, context, row)
  await applyPayment(tx, context, row)
  // After all that waits for the subscription, so that nobody who holds it waits for the log.
  await recordSettled(tx, context, known, row)
  return row
}

async function recordSettled(
  tx: Queries,
  { now }: Pick<BillingContext, 'now'>,
  known: Payment,
  row: Payment,
): Promise<void> {
  const { status, refundedMinor } = row
  if (status === known.status && refundedMinor === known.refundedMinor) return
  await recordAudit(tx, null, null, now(), {
    scope: 'SOLUTION',
    scopeId: row.solutionId,
    action: `payment.${status.toLowerCase().replace('_', '-')}`,
    target: { kind: 'payment', id: row.id },
    before: {
      status: known.status,
      ...(refundedMinor === known.refundedMinor ? {} : { refundedMinor: known.refundedMinor }),
    },
    after: {
      status,
      invoiceId: row.invoiceId,
      amountMinor: row.amountMinor,
      currency: row.currency,
      ...(refundedMinor === known.refundedMinor ? {} : { refundedMinor }),
      ...(row.failureCode === null ? {} : { failureCode: row.failureCode }),
    },
  })
}

/** A direct debit that is on its way counts: banks take days, and what fails later is asked for like any other bill. */
async function completeFirstPeriod(
  tx: Queries,
  { now }: Pick<BillingContext, 'now'>,
  { solutionId }: Payment,
): Promise<void> {
  const subscription = await lockSubscription(tx, solutionId)
  if (subscription?.status === 'INCOMPLETE') await tellSubscription(tx, subscription, 'PAID', now())
}

const settleSql = `update billing.payments set status = $2, provider_token = coalesce($3, provider_token), provider_at = $4, failure_code = $5,
    refunded_minor = $6, updated_at = $7
  where id = $1 returning ${paymentColumns}`
