import { createTaker, limitedIp } from '@bollard/http/rate-limits'
import type { RequestScope } from './request-scope.ts'

/** Counts what visitors make this process do, by their network address: whether this one may do it once more. */
export function createVisitorLimit(limit: {
  readonly limit: number
  readonly seconds: number
}): (scope: Pick<RequestScope, 'clientIp'>) => boolean {
  const take = createTaker(limit)
  return ({ clientIp }) => take(limitedIp(clientIp), Date.now()).allowed
}
