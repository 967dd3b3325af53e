import { billingRoutes } from '@bollard/contracts'
import { type GuardedScope, mountRoute } from '@bollard/http'
import type { BillingContext } from '../billing-context.ts'
import { changeSolutionPlan, previewSolutionPlan } from './change-plan.ts'
import { getSolutionPlan } from './get-plan.ts'
import { listPlanOffers } from './list-offers.ts'

export function mountSolutionPlans(app: GuardedScope, context: BillingContext): void {
  mountRoute(app, billingRoutes.getSolutionPlan, ({ params, actor, standing }) =>
    getSolutionPlan(context, actor, { ...params, role: standing.role }),
  )
  mountRoute(app, billingRoutes.listPlanOffers, ({ params, actor }) =>
    listPlanOffers(context, actor, params.solutionId),
  )
  mountRoute(app, billingRoutes.previewSolutionPlan, ({ params, body, actor }) =>
    previewSolutionPlan(context, actor, { ...params, ...body }),
  )
  mountRoute(app, billingRoutes.changeSolutionPlan, ({ params, body, actor, call }) =>
    changeSolutionPlan(context, actor, { ...params, ...body }, call),
  )
}
