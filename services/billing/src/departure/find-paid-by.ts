import type { Queries } from '@bollard/database'

/**
 * The solutions whose plan goes on at the expense of a person: it costs something, renews, and is invoiced to an address or paid
 * with a method of theirs.
 */
export async function findPaidBy(db: Queries, userId: string): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ solutionId: string }>('billing-paid-by', paidBySql, [userId])
  return new Set(rows.map(({ solutionId }) => solutionId))
}

/** An interval of the plan that follows says that it costs something; without one that follows it is that of the present plan. */
const paidBySql = `select s.solution_id as "solutionId" from billing.subscriptions s
  where s.status <> 'CANCELED' and s.renews and case when s.next_plan_code is null then s.billing_interval else s.next_interval end is not null
    and (s.invoice_address_id in (select id from billing.invoice_addresses where user_id = $1)
      or s.payment_method_id in (select id from billing.payment_methods where user_id = $1))`
