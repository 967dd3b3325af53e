import type { Money } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import type { Interval } from './subscription-row.ts'

/** What is owed for a plan, net, until an invoice takes it up. */
export interface Charge {
  readonly id: string
  readonly solutionId: string
  /** A whole period, or the rest of one for which a larger plan was chosen. */
  readonly kind: 'PERIOD' | 'UPGRADE'
  readonly planCode: string
  readonly interval: Interval
  readonly from: Date
  readonly to: Date
  readonly amount: Money
}

export async function addCharge(tx: Queries, charge: Charge, at: Date): Promise<void> {
  const { id, solutionId, kind, planCode, interval, from, to, amount } = charge
  await tx.query('billing-charge-add', insertSql, [
    id,
    solutionId,
    kind,
    planCode,
    interval,
    from,
    to,
    amount.amountMinor,
    amount.currency,
    at,
  ])
}

const insertSql = `insert into billing.charges
    (id, solution_id, kind, plan_code, billing_interval, period_from, period_to, amount_minor, currency, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`

/** Takes back what no invoice names yet; what was used beyond a plan stays owed. */
export async function cancelOpenCharges(tx: Queries, solutionId: string): Promise<void> {
  await tx.query(
    'billing-charge-cancel',
    `update billing.charges set status = 'CANCELED' where solution_id = $1 and status = 'OPEN' and kind <> 'OVERAGE'`,
    [solutionId],
  )
}

/** Whether an invoice names something that has been owed since then. */
export async function isInvoiced(tx: Queries, solutionId: string, since: Date): Promise<boolean> {
  const sql = `select 1 as one from billing.charges where solution_id = $1 and status = 'INVOICED' and created_at >= $2 limit 1`
  return (await tx.query('billing-charge-invoiced', sql, [solutionId, since])).length > 0
}

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
