import { ProblemError } from '@bollard/http'
import type { EdgeRequest, StartBody } from '../request/edge-request.ts'
import type { SiteEnvironment } from '../sites/site.ts'
import { callerOf } from './caller-of.ts'
import { recordRefusal } from './decide-at-once.ts'
import type { EdgeContext } from './edge-context.ts'

/**
 * Refuses a visitor of a locked solution, with a row in the log that says why; of a flood only some get one. Whoever comes
 * from a page that the site does not know is told that instead.
 */
export async function refuseForLock(
  context: EdgeContext,
  request: EdgeRequest<StartBody>,
  environment: SiteEnvironment,
): Promise<never> {
  const origin = context.readOrigin(request.headers.origin)
  if (origin === null || !environment.allows(origin.host)) throw new ProblemError('origin-not-allowed')
  const at = context.now()
  const guest = { environment, origin, action: 0, caller: callerOf(context, request), at }
  context.counter.count(environment.site.id, environment.id, 'started', at)
  await recordRefusal(context, request, guest, { decision: 'LOCK' })
  throw new ProblemError('solution-locked')
}
