import type { Queries } from '@bollard/database'
import type { PlanCatalogue } from '../plan/plan-catalogue.ts'
import { overrideTerms, readOverrides } from '../subscription/plan-override.ts'
import { planInForce } from '../subscription/subscription-row.ts'
import type { Month } from './month.ts'
import type { Term } from './settle-month.ts'

/** The plans of a solution that were in force in a month or before its first day, in order. Prices are as chosen, limits those of today. */
export async function readTerms(
  tx: Queries,
  plans: PlanCatalogue,
  solutionId: string,
  month: Month,
): Promise<readonly Term[]> {
  const [terms = []] = (await readTermsOf(tx, plans, [solutionId], month)).values()
  return terms
}

/** The same for several solutions; those that had no plan yet are left out. */
export async function readTermsOf(
  tx: Queries,
  plans: PlanCatalogue,
  solutionIds: readonly string[],
  { from, to }: Month,
): Promise<ReadonlyMap<string, readonly Term[]>> {
  const rows = await tx.query('billing-terms', termsSql, [solutionIds, from, to])
  const terms = new Map<string, Term[]>()
  for (const { solutionId, solutionType, ...term } of rows) {
    const { limits } = planInForce(plans, { solutionType, ...term })
    terms.set(solutionId, [...(terms.get(solutionId) ?? []), { ...term, plan: { ...term.plan, limits } }])
  }
  const overrides = await readOverrides(tx, solutionIds, from, to)
  for (const [solutionId, all] of overrides) terms.set(solutionId, overrideTerms(terms.get(solutionId) ?? [], all))
  return terms
}

/** The one in force on the first day, those that followed, and the very first one where the solution began within the month. */
const termsSql = `select h.solution_id as "solutionId", h.at, h.plan_code as "planCode", h.plan, h.billing_interval as "interval", h.status,
    s.solution_type as "solutionType"
  from billing.plan_history h join billing.subscriptions s using (solution_id)
  where h.solution_id = any($1::uuid[]) and h.at < $3
    and h.at >= coalesce((select max(b.at) from billing.plan_history b where b.solution_id = h.solution_id and b.at <= $2), '-infinity'::timestamptz)
  order by h.solution_id, h.at`

/** What began to be owed for plans in a month, net, in minor units. */
export async function planCharges(tx: Queries, solutionId: string, { from, to }: Month): Promise<number> {
  const [row] = await tx.query('billing-plan-charges', sumSql, [solutionId, from, to])
  return row?.amount ?? 0
}

const sumSql = `select coalesce(sum(amount_minor), 0)::float8 as amount from billing.charges
  where solution_id = $1 and kind <> 'OVERAGE' and status <> 'CANCELED' and period_from >= $2 and period_from < $3`
