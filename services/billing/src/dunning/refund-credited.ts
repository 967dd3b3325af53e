import type { Queries } from '@bollard/database'
import type { BillingContext } from '../billing-context.ts'
import { refundPayment } from '../payment/collect.ts'
import { asSystem } from '../store/as-actor.ts'
import { lockSubscription } from '../subscription/subscription-row.ts'

type RefundContext = Pick<BillingContext, 'db' | 'provider' | 'now' | 'newId' | 'onError'>

/**
 * Asks the payment provider to give back what was paid for what credit notes have taken back. How much is written down first, and
 * asked for under a key of its own, so that it goes back once. Transfers are given back by hand.
 */
export async function refundCredited(context: RefundContext, solutionId: string | null = null): Promise<void> {
  if (context.provider === null) return
  const owing = await context.db.query('billing-refund-owing', owingSql, [solutionId])
  for (const { id, solutionId: owner } of owing) {
    await asSystem(context.db, [owner], (tx) => writeDown(tx, context, id, owner)).catch(context.onError)
  }
  const due = await context.db.query('billing-refund-due', dueSql, [solutionId])
  for (const { id, paymentId, solutionId: owner, amountMinor } of due) {
    try {
      await refundPayment(context, { solutionId: owner, paymentId, refundId: id, amountMinor })
      await asSystem(context.db, [owner], (tx) =>
        tx.query('billing-refund-asked', 'update billing.refunds set asked_at = $2 where id = $1', [id, context.now()]),
      )
    } catch (error) {
      context.onError(error)
    }
  }
}

/** The payments of an invoice give back what is too much, the newest first. */
async function writeDown(
  tx: Queries,
  { newId, now }: RefundContext,
  invoiceId: string,
  solutionId: string,
): Promise<void> {
  // One process at a time.
  await lockSubscription(tx, solutionId)
  const [invoice] = await tx.query('billing-refund-excess', excessSql, [invoiceId])
  let rest = invoice?.excess ?? 0
  for (const { id, left } of await tx.query('billing-refund-payments', paymentsSql, [invoiceId])) {
    const amount = Math.min(rest, left)
    if (amount <= 0) return
    await tx.query('billing-refund-add', 'insert into billing.refunds values ($1, $2, $3, $4)', [
      newId(),
      id,
      amount,
      now(),
    ])
    rest -= amount
  }
}

/** What the provider has reported as refunded, or was asked to refund: whichever is more. */
const kept = `p.amount_minor - greatest(p.refunded_minor, coalesce((select sum(r.amount_minor) from billing.refunds r where r.payment_id = p.id), 0))`
/** Never more than was taken back: what somebody paid too much by themselves is not sent anywhere. */
const excess = `least(
    coalesce((select sum(${kept}) from billing.payments p where p.invoice_id = i.id and p.status in ('SUCCEEDED', 'REFUNDED')), 0) - (i.gross_minor - i.credited_minor),
    i.credited_minor - coalesce((select sum(r.amount_minor) from billing.refunds r join billing.payments p on p.id = r.payment_id where p.invoice_id = i.id), 0))`
const owingSql = `select i.id, i.solution_id as "solutionId" from billing.invoices i
  where i.kind = 'INVOICE' and i.credited_minor > 0 and ($1::uuid is null or i.solution_id = $1) and ${excess} > 0
    and exists (select from billing.payments p where p.invoice_id = i.id and p.provider_token is not null and p.status in ('SUCCEEDED', 'REFUNDED') and ${kept} > 0)
  order by i.id limit 50`
const excessSql = `select (${excess})::float8 as excess from billing.invoices i where i.id = $1`
const paymentsSql = `select p.id, (${kept})::float8 as "left" from billing.payments p
  where p.invoice_id = $1 and p.provider_token is not null and p.status in ('SUCCEEDED', 'REFUNDED') order by p.attempt desc`
const dueSql = `select r.id, r.payment_id as "paymentId", p.solution_id as "solutionId", r.amount_minor::float8 as "amountMinor"
  from billing.refunds r join billing.payments p on p.id = r.payment_id
  where r.asked_at is null and ($1::uuid is null or p.solution_id = $1) order by r.id limit 50`
