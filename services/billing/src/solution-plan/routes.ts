import { billingRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { FastifyInstance } from 'fastify'
import type { BillingContext, Callers } from '../billing-context.ts'
import { changeSolutionPlan, previewSolutionPlan } from './change-plan.ts'
import { getSolutionPlan } from './get-plan.ts'
import { listPlanOffers } from './list-offers.ts'

export function mountSolutionPlans(app: FastifyInstance, context: BillingContext, { actorOf, callOf }: Callers): void {
  mountRoute(app, billingRoutes.getSolutionPlan, ({ params, request }) =>
    getSolutionPlan(context, actorOf(request), params.solutionId),
  )
  mountRoute(app, billingRoutes.listPlanOffers, ({ params, request }) =>
    listPlanOffers(context, actorOf(request), params.solutionId),
  )
  mountRoute(app, billingRoutes.previewSolutionPlan, ({ params, body, request }) =>
    previewSolutionPlan(context, actorOf(request), params.solutionId, body),
  )
  mountRoute(app, billingRoutes.changeSolutionPlan, ({ params, body, request }) =>
    changeSolutionPlan(context, actorOf(request), params.solutionId, body, callOf(request)),
  )
}
