import type { Queries } from '@bollard/database'
import type { Month } from './month.ts'

/** What began to be owed for plans in a month, net, in minor units. */
export async function planCharges(tx: Queries, solutionId: string, { from, to }: Month): Promise<number> {
  const [row] = await tx.query<{ amount: number }>('billing-plan-charges', sumSql, [solutionId, from, to])
  return row?.amount ?? 0
}

const sumSql = `select coalesce(sum(amount_minor), 0)::float8 as amount from billing.charges
  where solution_id = $1 and kind <> 'OVERAGE' and status <> 'CANCELED' and period_from >= $2 and period_from < $3`
