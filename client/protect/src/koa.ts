import { type NodeRequest, visitorRequestOf } from './node-request.ts'
import type { Protection } from './protection.ts'
import { endingOf, keepDecision, type ProtectOptions, stop } from './stop.ts'

export { decisionOf } from './stop.ts'

/** What is needed of a context of Koa 2 and 3. */
export interface KoaContext {
  readonly req: NodeRequest
  readonly originalUrl: string
  status: number
  body: unknown
  append(name: string, value: string): void
}

/** A middleware before your own: decides about each request, and answers those that don't pass. `decisionOf(ctx)` is the decision. */
export function protect<C extends KoaContext>(protection: Protection, options: ProtectOptions<C> = {}) {
  return async (context: C, next: () => Promise<unknown>): Promise<void> => {
    if (options.skip?.(context)) return void (await next())
    const visitor = visitorRequestOf(context.req, context.originalUrl)
    const { decision, answer, headers } = await stop(protection, options, context, visitor)
    for (const [name, value] of headers) context.append(name, value)
    if (answer !== null) {
      context.status = answer.status
      context.body = answer.body
      return
    }
    keepDecision(context, decision)
    try {
      await next()
      void protection.end(decision, endingOf(context.status), context.status)
    } catch (error) {
      void protection.end(decision, 'FAILURE')
      throw error
    }
  }
}
