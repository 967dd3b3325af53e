import type { PlanFeature, PlanLimits } from '@bollard/contracts'
import type { BillingDeps } from '../billing-context.ts'
import { asSystem } from '../store/as-actor.ts'
import { findSubscription, planInForce } from './subscription-row.ts'

export interface PlanTerms {
  readonly planCode: string
  readonly limits: PlanLimits
  readonly features: readonly PlanFeature[]
}

/** What the plan of a solution allows; null for a solution without one, such as those that the deployment made for itself. */
export async function planLimits(deps: Pick<BillingDeps, 'db' | 'plans'>, solutionId: string): Promise<PlanTerms | null> {
  const subscription = await asSystem(deps.db, [solutionId], (tx) => findSubscription(tx, solutionId))
  if (!subscription) return null
  const { limits, features } = planInForce(deps.plans, subscription)
  return { planCode: subscription.planCode, limits, features }
}
