import type { Protection } from './protection.ts'
import { endingOf, stop } from './stop.ts'
import { visitorOfRequest, type WebOptions } from './web-request.ts'

export { decisionOf } from './stop.ts'
/** Around a route handler: it knows the status of the answer, so that failures and successes can be counted apart. */
export { protect } from './request.ts'
export type { WebOptions } from './web-request.ts'

/**
 * For `proxy.ts` (Next 16) or `middleware.ts` of the Node runtime: answers requests that don't pass. For those that do it gives what `pass`
 * makes with the fields of the decision, such as `(headers) => NextResponse.next({ headers })`. It does not learn what your page
 * answers: what is to be counted after a failure belongs around the route handler.
 */
export function protectAll<R extends Request>(
  protection: Protection,
  options: WebOptions<R>,
  pass: (headers: Headers) => Response,
) {
  return async (request: R): Promise<Response> => {
    if (options.skip?.(request)) return pass(new Headers())
    const visitor = visitorOfRequest(request, options.peer(request))
    const { decision, answer, headers } = await stop(protection, options, request, visitor)
    const fields = new Headers(headers.map(([name, value]): [string, string] => [name, value]))
    if (answer !== null) return new Response(answer.body, { status: answer.status, headers: fields })
    void protection.end(decision, endingOf(200))
    return pass(fields)
  }
}
