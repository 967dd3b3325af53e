import { ProblemError } from '@bollard/http'
import type { SiteEnvironment } from '../sites/site.ts'
import { callerOf } from './caller-of.ts'
import { recordRefusal } from './decide-at-once.ts'
import type { EdgePorts } from './edge-context.ts'
import type { EdgeRequest, StartBody } from '../request/edge-request.ts'

/**
 * Refuses a visitor of a locked solution, with a row in the log that says why; of a flood only some get one. Whoever comes
 * from a page that the site does not know is told that instead.
 */
export async function refuseForLock(
  ports: EdgePorts,
  request: EdgeRequest<StartBody>,
  environment: SiteEnvironment,
): Promise<never> {
  const origin = ports.readOrigin(request.headers.origin)
  if (origin === null || !environment.allows(origin.host)) throw new ProblemError('origin-not-allowed')
  const at = ports.now()
  const guest = { environment, origin, action: 0, caller: callerOf(ports, request), at }
  ports.counter.count(environment.site.id, environment.id, 'started', at)
  await recordRefusal(ports, request, guest, { decision: 'LOCK' })
  throw new ProblemError('solution-locked')
}
