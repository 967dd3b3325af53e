import type { PlanFeature } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { PlanTerms } from './plan-terms.ts'

/** A feature that a change makes use of where nothing did before; `pointer` is what in the body does. */
export interface WantedFeature {
  readonly feature: PlanFeature
  readonly pointer: string
}

/** Refuses features that a plan does not have; null is no plan, which has them all. @throws ProblemError `plan-feature` with each of them */
export function assertFeatures(plan: PlanTerms | null, wanted: readonly WantedFeature[]): void {
  if (plan === null) return
  const missing = wanted.filter(({ feature }) => !plan.features.includes(feature))
  if (missing.length === 0) return
  const { planCode } = plan
  throw new ProblemError('plan-feature', undefined, {
    errors: missing.map(({ feature, pointer }) => ({
      pointer,
      code: 'feature-not-in-plan',
      params: { feature, planCode },
    })),
  })
}
