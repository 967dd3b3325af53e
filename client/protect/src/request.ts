import type { Decision } from './decision.ts'
import type { Protection } from './protection.ts'
import { protectRequest, type WebOptions } from './web-request.ts'

export { decisionOf } from './stop.ts'
export type { WebOptions } from './web-request.ts'

/**
 * A handler `Request → Response` that runs yours for requests that pass, and answers the others: for everything that speaks `fetch`. Your
 * handler gets the decision; null where `skip` says so.
 */
export function protect<R extends Request, More extends readonly unknown[]>(
  protection: Protection,
  options: WebOptions<R>,
  handler: (request: R, decision: Decision | null, ...more: More) => Response | Promise<Response>,
) {
  return (request: R, ...more: More): Promise<Response> =>
    protectRequest(protection, options, request, request, (decision) => handler(request, decision, ...more))
}
