import { type NodeRequest, visitorRequestOf } from './node-request.ts'
import type { Protection } from './protection.ts'
import { endingOf, keepDecision, type ProtectOptions, stop } from './stop.ts'

export { decisionOf } from './stop.ts'

/** What is needed of a request of Express 4 and 5. */
export interface ExpressRequest extends NodeRequest {
  readonly originalUrl: string
}

export interface ExpressResponse {
  readonly statusCode: number
  status(code: number): ExpressResponse
  append(name: string, value: string): ExpressResponse
  send(body: string): unknown
  once(event: 'close', listener: () => void): unknown
}

/** A middleware before your routes: decides about each request, and answers those that don't pass. `decisionOf(request)` is the decision. */
export function protect<R extends ExpressRequest>(protection: Protection, options: ProtectOptions<R> = {}) {
  return async (request: R, response: ExpressResponse, next: (error?: unknown) => void): Promise<void> => {
    if (options.skip?.(request)) return next()
    let stopped
    try {
      stopped = await stop(protection, options, request, visitorRequestOf(request, request.originalUrl))
    } catch (error) {
      // Only functions of the application throw.
      return next(error)
    }
    const { decision, answer, headers } = stopped
    for (const [name, value] of headers) response.append(name, value)
    if (answer !== null) return void response.status(answer.status).send(answer.body)
    keepDecision(request, decision)
    response.once('close', () => {
      const { statusCode } = response
      void protection.end(decision, endingOf(statusCode), statusCode)
    })
    next()
  }
}
