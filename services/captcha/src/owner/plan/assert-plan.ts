import type { PlanFeature } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { PlanTerms } from './plan-terms.ts'

/** What a site has a number of, before and after a change; `pointer` is what in the body asks for more. */
export interface Growth {
  readonly limit: 'domains' | 'environments' | 'apiKeys' | 'verificationLogDays'
  readonly before: number
  readonly after: number
  readonly pointer: string
}

/**
 * Refuses a change after which a site has more than before and more than its plan allows; null is no plan. What a site has
 * already from a larger plan stays, and can become less.
 * @throws ProblemError `quota-exceeded`; `used` is what the site has without the change
 */
export function assertRoom(plan: PlanTerms | null, { limit, before, after, pointer }: Growth): void {
  const max = plan?.limits[limit] ?? null
  if (max === null || after <= max || after <= before) return
  const errors = [{ pointer, code: 'limit-exceeded', params: { limit, used: before, max } }]
  throw new ProblemError('quota-exceeded', 'The plan of this solution has no room for more; see "errors".', { errors })
}

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

/** The domains of a site over all its environments, as they are stored. */
export interface DomainsChange {
  readonly before: readonly string[]
  readonly after: readonly string[]
  /** Those that the body names, in its order, under `/domains`. */
  readonly named: readonly string[]
}

/**
 * Refuses domains that are new to a site and that its plan has no room for, and new wildcards where the plan has none. A host
 * in two environments counts once. With more than the plan allows, from a larger one, domains can go and none can come.
 * @throws ProblemError `plan-feature`, `quota-exceeded`
 */
export function assertDomains(plan: PlanTerms | null, { before, after, named }: DomainsChange): void {
  if (plan === null) return
  const known = new Set(before)
  assertFeatures(
    plan,
    named.flatMap((domain, index) =>
      isWildcard(domain) && !known.has(domain)
        ? [{ feature: 'WILDCARD_DOMAINS', pointer: `/domains/${index}` } as const]
        : [],
    ),
  )
  const max = plan.limits.domains
  if (max === null || new Set(after).size <= max || after.every((domain) => known.has(domain))) return
  const errors = [{ pointer: '/domains', code: 'limit-exceeded', params: { limit: 'domains', used: known.size, max } }]
  throw new ProblemError('quota-exceeded', 'The plan of this solution has no room for more domains; see "errors".', {
    errors,
  })
}

export function isWildcard(domain: string): boolean {
  return domain.startsWith('*.')
}
