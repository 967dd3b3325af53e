import type { PlanOffer, PriceTax } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { Actor, BillingDeps } from '../billing-context.ts'
import { exceededLimits } from '../plan/exceeded-limits.ts'
import { assertAllowed } from '../policy.ts'
import { asActor } from '../store/as-actor.ts'
import { asInvoiced, findPayer } from './price-tax.ts'
import { findSubscription, planInForce } from '../subscription/subscription-row.ts'

/** The plans that a solution could have, with their prices for it and what keeps it from each. */
export async function listPlanOffers(
  deps: Pick<BillingDeps, 'db' | 'findRole' | 'plans' | 'countUse' | 'seller' | 'findCustomerDiscount' | 'now'>,
  actor: Actor,
  solutionId: string,
): Promise<{ tax: PriceTax | null; items: PlanOffer[] }> {
  assertAllowed(actor, 'plan.read', await deps.findRole(actor, solutionId))
  const subscription = await asActor(deps.db, { userId: actor.userId, solutionIds: [solutionId] }, (tx) =>
    findSubscription(tx, solutionId),
  )
  if (!subscription) throw new ProblemError('not-found')
  const present = planInForce(deps.plans, subscription)
  const [use, payer] = await Promise.all([
    deps.countUse(solutionId),
    findPayer(deps, { solutionId, addressId: subscription.invoiceAddressId }),
  ])
  const tax = payer?.tax ?? null
  const discount = payer && (await deps.findCustomerDiscount({ solutionId, payerId: payer.payerId, at: deps.now() }))
  return {
    tax,
    items: deps.plans.plansOf(subscription.solutionType).map((plan) => ({
      plan,
      monthly: asInvoiced(plan.monthly, tax, discount),
      yearly: asInvoiced(plan.yearly, tax, discount),
      exceeded: exceededLimits(plan, use, present),
    })),
  }
}
