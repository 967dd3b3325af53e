import { type NodeRequest, visitorRequestOf } from './node-request.ts'
import type { Protection } from './protection.ts'
import { decisionOf, endingOf, keepDecision, type ProtectOptions, stop } from './stop.ts'

export { decisionOf } from './stop.ts'

/** What is needed of a request of Fastify 4 and 5. */
export interface FastifyRequest {
  readonly raw: NodeRequest
}

export interface FastifyReply {
  readonly statusCode: number
  code(status: number): FastifyReply
  header(name: string, value: string): FastifyReply
  send(body: string): FastifyReply
}

export interface FastifyInstance<R, P> {
  addHook(name: 'onRequest', hook: (request: R, reply: P) => Promise<unknown>): unknown
  addHook(name: 'onResponse', hook: (request: R, reply: P) => Promise<void>): unknown
}

/**
 * Decides about each request of the routes that are mounted in the scope of `app` after it, before its body is read, and answers those that
 * don't pass. `decisionOf(request)` is the decision.
 */
export function protect<R extends FastifyRequest, P extends FastifyReply>(
  app: FastifyInstance<R, P>,
  protection: Protection,
  options: ProtectOptions<R> = {},
): void {
  const passed = new WeakSet<object>()
  app.addHook('onRequest', async (request, reply) => {
    if (options.skip?.(request)) return undefined
    const { decision, answer, headers } = await stop(protection, options, request, visitorRequestOf(request.raw))
    for (const [name, value] of headers) reply.header(name, value)
    if (answer !== null) return reply.code(answer.status).send(answer.body)
    keepDecision(request, decision)
    passed.add(request)
    return undefined
  })
  app.addHook('onResponse', async (request, reply) => {
    if (!passed.has(request)) return
    const { statusCode } = reply
    await protection.end(decisionOf(request), endingOf(statusCode), statusCode)
  })
}
