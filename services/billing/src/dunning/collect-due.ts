import type { BillingContext } from '../billing-context.ts'
import { collectPayment } from '../payment/collect.ts'
import { asSystem } from '../store/as-actor.ts'

const atOnce = 100

/**
 * Collects what is due to be tried, of one solution or of all. The number of a try counts up only with its outcome, so whoever
 * is stopped in between repeats the same one, and the provider moves the money once.
 */
export async function collectDue(context: BillingContext, solutionId: string | null = null): Promise<void> {
  const due = await context.db.query('billing-collect-due', dueSql, [context.now(), solutionId, atOnce])
  for (const { id, number, ...rest } of due) {
    try {
      const payment = await collectPayment(context, { ...rest, invoiceId: id, reference: number })
      await asSystem(context.db, [rest.solutionId], (tx) =>
        payment === null
          ? // Nothing to collect with: then it is paid by transfer, or with a new method.
            tx.query('billing-collect-none', 'update billing.invoices set next_try_at = null where id = $1', [id])
          : tx.query('billing-collect-tried', 'update billing.invoices set tries = greatest(tries, $2) where id = $1', [
              id,
              rest.attempt,
            ]),
      )
    } catch (error) {
      context.onError(error)
    }
  }
}

/** What has its day, and what has failed before a new card or account was chosen. What is on its way is left alone. */
const dueSql = `select i.id, i.solution_id as "solutionId", i.number, i.tries + 1 as attempt, (i.gross_minor - i.credited_minor - i.paid_minor)::float8 as "amountMinor", i.currency
  from billing.invoices i
  where i.status in ('ISSUED', 'OVERDUE') and i.kind = 'INVOICE' and i.void_wanted is null and i.gross_minor - i.credited_minor > i.paid_minor
    and ($2::uuid is null or i.solution_id = $2)
    and (i.next_try_at <= $1 or (i.dunning_since is not null
      and not exists (select from billing.payments p where p.invoice_id = i.id and p.status in ('PENDING', 'PROCESSING'))
      and exists (
        select from billing.subscriptions s join billing.payment_methods m on m.id = s.payment_method_id
        where s.solution_id = i.solution_id and m.kind <> 'BANK_TRANSFER' and m.id is distinct from (
          select p.payment_method_id from billing.payments p where p.invoice_id = i.id and p.kind <> 'BANK_TRANSFER' order by p.attempt desc limit 1))))
  order by coalesce(i.next_try_at, i.dunning_since) limit $3`
