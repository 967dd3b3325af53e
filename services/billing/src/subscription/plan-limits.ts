import type { PlanFeature, PlanLimits } from '@bollard/contracts'
import type { BillingContext } from '../billing-context.ts'
import type { SolutionType } from '../plan/plan-catalogue.ts'
import { asSystem } from '../store/as-actor.ts'
import { choosablePlan } from './begin-plan.ts'
import { readOverrides, withOverride } from './plan-override.ts'
import { planInForce, subscriptionColumns } from './subscription-row.ts'

export interface PlanTerms {
  readonly planCode: string
  readonly limits: PlanLimits
  readonly features: readonly PlanFeature[]
}

/** What the plan of a solution allows; null for a solution without one, such as the installation's own. */
export async function planLimits(
  context: Pick<BillingContext, 'db' | 'plans' | 'now'>,
  solutionId: string,
): Promise<PlanTerms | null> {
  return (await plansOf(context, [solutionId])).get(solutionId.toLowerCase()) ?? null
}

/** The same for many, by their ids as the database writes them; those without a plan are left out. */
export async function plansOf(
  context: Pick<BillingContext, 'db' | 'plans' | 'now'>,
  solutionIds: readonly string[],
): Promise<ReadonlyMap<string, PlanTerms>> {
  const sql = `select ${subscriptionColumns} from billing.subscriptions where solution_id = any($1::uuid[])`
  const now = context.now()
  const [rows, overrides] = await asSystem(context.db, solutionIds, async (tx) => [
    await tx.query('billing-plans-of', sql, [solutionIds]),
    await readOverrides(tx, solutionIds, now, now),
  ])
  return new Map(
    rows.map((row) => {
      const { limits, features } = planInForce(context.plans, row)
      const [override] = overrides.get(row.solutionId) ?? []
      return [row.solutionId, { planCode: row.planCode, limits: withOverride(limits, override), features }]
    }),
  )
}

/** Solutions of which the subscription has changed since then, and the plan maybe with it, or an override began or ended. */
export async function plansChangedSince({ db, now }: Pick<BillingContext, 'db' | 'now'>, at: Date): Promise<string[]> {
  const rows = await db.query('billing-plans-changed', changedSql, [at, now()])
  return rows.flatMap(({ solutionId }) => solutionId ?? [])
}

/** What the plan would allow that a new solution begins with; left out, the trial. Throws `validation-failed` as its beginning would. */
export function planToBegin(
  context: Pick<BillingContext, 'plans'>,
  type: SolutionType,
  planCode: string | undefined,
): PlanTerms {
  const { code, limits, features } =
    planCode === undefined ? context.plans.trialOf(type) : choosablePlan(context, type, planCode)
  return { planCode: code, limits, features }
}

/**
 * Those of the solutions whose plan costs something, by the price that was agreed, also while a bill is open. A trial costs
 * nothing, nor does a plan that has never been paid or has ended.
 */
export async function findPaid(
  { db }: Pick<BillingContext, 'db'>,
  solutionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (solutionIds.length === 0) return new Set()
  const rows = await asSystem(db, solutionIds, (tx) => tx.query('billing-paid', paidSql, [solutionIds]))
  return new Set(rows.map(({ id }) => id))
}

const changedSql = `select solution_id as "solutionId" from billing.subscriptions where updated_at >= $1
  union select solution_id from billing.plan_overrides where from_at >= $1
  union select solution_id from billing.plan_overrides where until >= $1 and until <= $2`
// A plan whose price is a matter of talks has none in the catalogue.
const paidSql = `select solution_id as id from billing.subscriptions where solution_id = any($1::uuid[])
  and status in ('ACTIVE', 'PAST_DUE', 'UNPAID') and coalesce((plan #>> '{monthly,amountMinor}')::bigint, 1) > 0`
