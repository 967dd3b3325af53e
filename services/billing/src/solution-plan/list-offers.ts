import type { Actor } from '@bollard/access'
import type { PlanOffer, PriceTax } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { BillingContext } from '../billing-context.ts'
import { findCustomerDiscount } from '../commission/customer-discount.ts'
import { countUse, exceededLimits } from '../plan/exceeded-limits.ts'
import { asActor } from '../store/as-actor.ts'
import { findSubscription, planInForce } from '../subscription/subscription-row.ts'
import { asInvoiced, findPayer } from './price-tax.ts'

/** The plans that a solution could have, with their prices for it and what keeps it from each. */
export async function listPlanOffers(
  context: Pick<BillingContext, 'db' | 'solution' | 'plans' | 'captcha' | 'seller' | 'now'>,
  actor: Actor,
  solutionId: string,
): Promise<{ tax: PriceTax | null; items: PlanOffer[] }> {
  const subscription = await asActor(context.db, { userId: actor.userId, solutionIds: [solutionId] }, (tx) =>
    findSubscription(tx, solutionId),
  )
  if (!subscription) throw new ProblemError('not-found')
  const present = planInForce(context.plans, subscription)
  const [use, payer] = await Promise.all([
    countUse(context, solutionId),
    findPayer(context, { solutionId, addressId: subscription.invoiceAddressId }),
  ])
  const tax = payer?.tax ?? null
  const discount =
    payer && (await findCustomerDiscount(context, { solutionId, payerId: payer.payerId, at: context.now() }))
  return {
    tax,
    items: context.plans.plansOf(subscription.solutionType).map((plan) => ({
      plan,
      monthly: asInvoiced(plan.monthly, tax, discount),
      yearly: asInvoiced(plan.yearly, tax, discount),
      exceeded: exceededLimits(plan, use, present),
    })),
  }
}
