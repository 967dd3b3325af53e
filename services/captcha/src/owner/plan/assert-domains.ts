import { ProblemError } from '@bollard/http'
import { assertFeatures } from './assert-features.ts'
import type { PlanTerms } from './plan-terms.ts'

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
