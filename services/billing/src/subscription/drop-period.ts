import type { Queries } from '@bollard/database'

/**
 * Takes a first period that nobody paid off the bills, in the transaction that takes it off the subscription: a draft loses it,
 * and an invoice that names it is asked to become void, which the next run does with a credit note.
 */
export async function dropInvoicedPeriod(tx: Queries, solutionId: string, since: Date): Promise<void> {
  await tx.query('billing-drop-want', wantSql, [solutionId, since])
  await tx.query('billing-drop-charges', chargesSql, [solutionId, since])
  await tx.query('billing-drop-drafts', emptySql, [solutionId])
}

const wantSql = `update billing.invoices set void_wanted = 'NOT_PAID', next_try_at = null
  where solution_id = $1 and kind = 'INVOICE' and status in ('ISSUED', 'OVERDUE') and paid_minor = 0
    and id in (select invoice_id from billing.charges where solution_id = $1 and kind <> 'OVERAGE' and status = 'INVOICED' and created_at >= $2)`
const chargesSql = `update billing.charges c set status = 'CANCELED', invoice_id = null
  where c.solution_id = $1 and c.kind <> 'OVERAGE' and c.created_at >= $2
    and exists (select from billing.invoices i where i.id = c.invoice_id and i.status = 'DRAFT')`
const emptySql = `delete from billing.invoices i
  where i.solution_id = $1 and i.status = 'DRAFT' and not exists (select from billing.charges c where c.invoice_id = i.id)`
