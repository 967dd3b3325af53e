import type { BillingContext } from '../billing-context.ts'
import { asSystem } from '../store/as-actor.ts'

/**
 * Those of the solutions whose plan costs something, by the price that was agreed, also while a bill is open. A trial costs
 * nothing, nor does a plan that has never been paid or has ended.
 */
export async function findPaid(
  { db }: Pick<BillingContext, 'db'>,
  solutionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (solutionIds.length === 0) return new Set()
  const rows = await asSystem(db, solutionIds, (tx) => tx.query<{ id: string }>('billing-paid', paidSql, [solutionIds]))
  return new Set(rows.map(({ id }) => id))
}

// A plan whose price is a matter of talks has none in the catalogue.
const paidSql = `select solution_id as id from billing.subscriptions where solution_id = any($1::uuid[])
  and status in ('ACTIVE', 'PAST_DUE', 'UNPAID') and coalesce((plan #>> '{monthly,amountMinor}')::bigint, 1) > 0`
