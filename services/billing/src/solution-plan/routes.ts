import { billingRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { FastifyInstance } from 'fastify'
import type { BillingDeps } from '../billing-context.ts'
import type { Callers } from '../request/callers.ts'
import { changeSolutionPlan, previewSolutionPlan } from './change-plan.ts'
import { getSolutionPlan } from './get-plan.ts'
import { listPlanOffers } from './list-offers.ts'

export function mountSolutionPlans(app: FastifyInstance, deps: BillingDeps, { actorOf, callOf }: Callers): void {
  mountRoute(app, billingRoutes.getSolutionPlan, ({ params, request }) =>
    getSolutionPlan(deps, actorOf(request), params.solutionId),
  )
  mountRoute(app, billingRoutes.listPlanOffers, ({ params, request }) =>
    listPlanOffers(deps, actorOf(request), params.solutionId),
  )
  mountRoute(app, billingRoutes.previewSolutionPlan, ({ params, body, request }) =>
    previewSolutionPlan(deps, actorOf(request), params.solutionId, body),
  )
  mountRoute(app, billingRoutes.changeSolutionPlan, ({ params, body, request }) =>
    changeSolutionPlan(deps, actorOf(request), params.solutionId, body, callOf(request)),
  )
}
