import type { Plan, PlanFeature, PlanLimits } from '@bollard/contracts'

/** What plans limit and a solution has a number of at any time; what is counted by the month is not among them. */
export const countedLimits = ['domains', 'environments', 'members', 'apiKeys', 'monitors', 'statusPages'] as const satisfies readonly (keyof PlanLimits)[]

export interface PlanUse {
  /** What is left out is not used. */
  readonly counts: Readonly<Partial<Record<(typeof countedLimits)[number], number>>>
  readonly features: readonly PlanFeature[]
}

/** One thing that a plan has no room for, as a problem names it too. */
export interface Exceeded {
  readonly pointer: '/planCode'
  readonly code: 'limit-exceeded' | 'feature-in-use'
  readonly params: Record<string, string | number>
}

/** What of a solution's use a plan has no room for; empty when it fits. */
export function exceededLimits(plan: Pick<Plan, 'limits' | 'features'>, use: PlanUse): Exceeded[] {
  const counts = countedLimits.flatMap((limit): Exceeded[] => {
    const max = plan.limits[limit]
    const used = use.counts[limit] ?? 0
    return max === null || used <= max ? [] : [{ pointer: '/planCode', code: 'limit-exceeded', params: { limit, used, max } }]
  })
  const features = use.features.filter((feature) => !plan.features.includes(feature))
  return [...counts, ...features.map((feature): Exceeded => ({ pointer: '/planCode', code: 'feature-in-use', params: { feature } }))]
}
