import type { Plan, PlanFeature, PlanLimits } from '@bollard/contracts'

/** Limits on what a solution has at any time; what is counted by month is not among them. */
export const countedLimits = [
  'domains',
  'environments',
  'members',
  'apiKeys',
  'monitors',
  'statusPages',
] as const satisfies readonly (keyof PlanLimits)[]

/** What a solution has of the things that plans limit. */
export interface PlanUse {
  /** What is left out is not used. */
  readonly counts: Readonly<Partial<Record<(typeof countedLimits)[number], number>>>
  readonly features: readonly PlanFeature[]
}

/** What the captcha service answers about the things that plans limit. */
export interface CapacityPort {
  countUse(solutionId: string): Promise<PlanUse>
}

/** What the solution service answers about them. */
export interface MemberCountPort {
  /** With pending invitations. */
  countMembers(solutionId: string): Promise<number>
}

/** What a solution has of the things that plans limit, pending invitations among the members. Asks other services, so call it outside a transaction. */
export async function countUse(
  { captcha, solution }: { readonly captcha: CapacityPort; readonly solution: MemberCountPort },
  solutionId: string,
): Promise<PlanUse> {
  const [{ counts, features }, members] = await Promise.all([
    captcha.countUse(solutionId),
    solution.countMembers(solutionId),
  ])
  return { counts: { ...counts, members }, features }
}

/** One thing that exceeds a plan, as a problem names it too. */
export interface Exceeded {
  readonly pointer: '/planCode'
  readonly code: 'limit-exceeded' | 'feature-in-use'
  readonly params: Record<string, string | number>
}

type Room = Pick<Plan, 'limits' | 'features'>

/**
 * What of a solution's use keeps it from a plan; empty when nothing does. What `present`, the plan that it has, does not allow
 * either keeps it from nothing: a solution that has outgrown its plan may go on to a larger one that is still too small.
 */
export function exceededLimits(plan: Room, use: PlanUse, present: Room): Exceeded[] {
  const counts = countedLimits.flatMap((limit): Exceeded[] => {
    const max = plan.limits[limit]
    const used = use.counts[limit] ?? 0
    if (max === null || used <= max || max >= (present.limits[limit] ?? Number.POSITIVE_INFINITY)) return []
    return [{ pointer: '/planCode', code: 'limit-exceeded', params: { limit, used, max } }]
  })
  const features = use.features.filter(
    (feature) => present.features.includes(feature) && !plan.features.includes(feature),
  )
  return [
    ...counts,
    ...features.map((feature): Exceeded => ({ pointer: '/planCode', code: 'feature-in-use', params: { feature } })),
  ]
}
