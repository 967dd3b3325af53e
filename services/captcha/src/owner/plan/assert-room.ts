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
