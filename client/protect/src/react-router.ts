import type { Protection } from './protection.ts'
import { protectRequest, type WebOptions } from './web-request.ts'

export { decisionOf } from './stop.ts'
export type { WebOptions } from './web-request.ts'

/** What is needed of the arguments of a middleware of React Router 7.9 and newer. */
export interface MiddlewareArguments {
  readonly request: Request
}

/**
 * A middleware for the root route or any other: decides about requests for its routes, and answers those that don't pass.
 * `decisionOf(request)` is the decision in loaders and actions.
 */
export function protect<A extends MiddlewareArguments>(protection: Protection, options: WebOptions<A>) {
  return (given: A, next: () => Promise<Response>): Promise<Response> =>
    protectRequest(protection, options, given, given.request, next)
}
