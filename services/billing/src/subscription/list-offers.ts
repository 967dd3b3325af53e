import type { PlanOffer, PriceTax } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { Actor, BillingDeps } from '../billing-context.ts'
import { exceededLimits } from '../plan/exceeded-limits.ts'
import { assertAllowed } from '../policy.ts'
import { asActor } from '../store/as-actor.ts'
import { findPriceTax, withTax } from '../tax/price-tax.ts'
import { findSubscription, planInForce } from './subscription-row.ts'

/** The plans that a solution could have, with their prices for it and what keeps it from each. */
export async function listPlanOffers(
  deps: Pick<BillingDeps, 'db' | 'findRole' | 'plans' | 'countUse' | 'seller' | 'now'>,
  actor: Actor,
  solutionId: string,
): Promise<{ tax: PriceTax | null; items: PlanOffer[] }> {
  assertAllowed(actor, 'plan.read', await deps.findRole(actor, solutionId))
  const subscription = await asActor(deps.db, { userId: actor.userId, solutionIds: [solutionId] }, (tx) => findSubscription(tx, solutionId))
  if (!subscription) throw new ProblemError('not-found')
  const present = planInForce(deps.plans, subscription)
  const [use, tax] = await Promise.all([deps.countUse(solutionId), findPriceTax(deps, { solutionId, addressId: subscription.invoiceAddressId })])
  return {
    tax,
    items: deps.plans.plansOf(subscription.solutionType).map((plan) => ({
      plan,
      monthly: withTax(plan.monthly, tax),
      yearly: withTax(plan.yearly, tax),
      exceeded: exceededLimits(plan, use, present),
    })),
  }
}
