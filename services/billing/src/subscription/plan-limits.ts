import type { PlanFeature, PlanLimits } from '@bollard/contracts'
import type { BillingContext } from '../billing-context.ts'
import { choosablePlan } from './begin-plan.ts'
import type { SolutionType } from '../plan/plan-catalogue.ts'
import { asSystem } from '../store/as-actor.ts'
import { planInForce, type Subscription, subscriptionColumns } from './subscription-row.ts'

export interface PlanTerms {
  readonly planCode: string
  readonly limits: PlanLimits
  readonly features: readonly PlanFeature[]
}

/** What the plan of a solution allows; null for a solution without one, such as those that the deployment made for itself. */
export async function planLimits(
  context: Pick<BillingContext, 'db' | 'plans'>,
  solutionId: string,
): Promise<PlanTerms | null> {
  return (await plansOf(context, [solutionId])).get(solutionId.toLowerCase()) ?? null
}

/** The same for many, by their ids as the database writes them; those without a plan are left out. */
export async function plansOf(
  context: Pick<BillingContext, 'db' | 'plans'>,
  solutionIds: readonly string[],
): Promise<ReadonlyMap<string, PlanTerms>> {
  const sql = `select ${subscriptionColumns} from billing.subscriptions where solution_id = any($1::uuid[])`
  const rows = await asSystem(context.db, solutionIds, (tx) =>
    tx.query<Subscription>('billing-plans-of', sql, [solutionIds]),
  )
  return new Map(
    rows.map((row) => {
      const { limits, features } = planInForce(context.plans, row)
      return [row.solutionId, { planCode: row.planCode, limits, features }]
    }),
  )
}

/** Solutions of which the subscription has changed since then, and the plan maybe with it. */
export async function plansChangedSince({ db }: Pick<BillingContext, 'db'>, at: Date): Promise<string[]> {
  const sql = 'select solution_id as "solutionId" from billing.subscriptions where updated_at >= $1'
  return (await db.query<{ solutionId: string }>('billing-plans-changed', sql, [at])).map(
    ({ solutionId }) => solutionId,
  )
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
