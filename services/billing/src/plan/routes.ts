import { billingRoutes } from '@bollard/contracts'
import { type GuardedScope, mountRoute } from '@bollard/http'
import { type PlanCatalogue, soldTypes } from './plan-catalogue.ts'

export function mountPlans(app: GuardedScope, { plans }: { readonly plans: PlanCatalogue }): void {
  mountRoute(app, billingRoutes.listPlans, async ({ reply }) => {
    void reply.header('cache-control', 'public, max-age=300')
    return { trialDays: plans.trialDays, items: soldTypes.flatMap((type) => [...plans.plansOf(type)]) }
  })
}
