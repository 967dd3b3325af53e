import type { Queries } from '@bollard/database'
import type { PlanCatalogue, SolutionType } from '../plan/plan-catalogue.ts'
import { planInForce } from '../subscription/subscription-row.ts'
import type { Month } from './month.ts'
import type { Term } from './settle-month.ts'

/** The plans of a solution that were in force in a month or before its first day, in order. Prices are as chosen, limits those of today. */
export async function readTerms(tx: Queries, plans: PlanCatalogue, solutionId: string, { from, to }: Month): Promise<Term[]> {
  const rows = await tx.query<Term & { solutionType: SolutionType }>('billing-terms', termsSql, [solutionId, from, to])
  return rows.map(({ solutionType, ...term }) => {
    const { limits } = planInForce(plans, { solutionType, ...term })
    return { ...term, plan: { ...term.plan, limits } }
  })
}

/** The one in force on the first day, those that followed, and the very first one where the solution began within the month. */
const termsSql = `select h.at, h.plan_code as "planCode", h.plan, h.billing_interval as "interval", h.status, s.solution_type as "solutionType"
  from billing.plan_history h join billing.subscriptions s using (solution_id)
  where h.solution_id = $1 and h.at < $3
    and h.at >= coalesce((select max(at) from billing.plan_history where solution_id = $1 and at <= $2), '-infinity'::timestamptz)
  order by h.at`
