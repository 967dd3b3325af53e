import type { InvoicingDeps } from '../invoicing-context.ts'
import { refundPayment } from '../payment/collect.ts'
import { asSystem } from '../store/as-actor.ts'

/**
 * Asks the payment provider to give back what was paid for invoices that are void. It is asked under one key for each payment, and
 * once it has accepted that is remembered. Transfers are given back by hand.
 */
export async function refundVoid(deps: Pick<InvoicingDeps, 'db' | 'provider' | 'now' | 'onError'>, solutionId: string | null = null): Promise<void> {
  if (deps.provider === null) return
  const due = await deps.db.query<{ id: string; solutionId: string; amountMinor: number }>('billing-refund-due', dueSql, [solutionId])
  for (const { id, solutionId: owner, amountMinor } of due) {
    try {
      await refundPayment(deps, { solutionId: owner, paymentId: id, refundId: `void-${id}`, amountMinor })
      await asSystem(deps.db, [owner], (tx) =>
        tx.query('billing-refund-asked', 'update billing.payments set refund_asked_at = $2 where id = $1', [id, deps.now()]),
      )
    } catch (error) {
      deps.onError(error)
    }
  }
}

const dueSql = `select p.id, p.solution_id as "solutionId", (p.amount_minor - p.refunded_minor)::float8 as "amountMinor"
  from billing.payments p join billing.invoices i on i.id = p.invoice_id
  where i.status = 'VOID' and p.status = 'SUCCEEDED' and p.provider_token is not null and p.refund_asked_at is null and p.amount_minor > p.refunded_minor
    and ($1::uuid is null or p.solution_id = $1)
  order by p.id limit 50`
