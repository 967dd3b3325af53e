import {
  answerOf,
  type BollardSource,
  check,
  type GuardOptions,
  keepVerdict,
  type Refusal,
  refusalOf,
  tokenIn,
  tokenName,
} from './guard.ts'
import type { Verdict } from './verify.ts'

export { type BollardSource, type Refusal, type RefusalCode, verdictOf } from './guard.ts'

/** What is needed of a request of Fastify 4 and 5. */
export interface FastifyRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: unknown
  readonly ip: string
}

export interface FastifyReply {
  code(status: number): FastifyReply
  type(type: string): FastifyReply
  send(body: string): FastifyReply
}

export interface FastifyOptions extends GuardOptions<FastifyRequest> {
  /** Answers a refused visitor instead of the client; returns the reply. */
  readonly onRefused?:
    | ((refusal: Refusal, request: FastifyRequest, reply: FastifyReply, verdict: Verdict) => unknown)
    | undefined
}

/**
 * A `preHandler`: lets a request through if its token passed, and answers others with 403. `verdictOf(request)` is the verdict. Forms need
 * `@fastify/formbody`, forms with files `@fastify/multipart` with `attachFieldsToBody`.
 */
export function protect(bollard: BollardSource, options: FastifyOptions = {}) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const token = tokenIn(request.body, request.headers[tokenName], options.field)
    const verdict = await check(bollard, options, request, token)
    keepVerdict(request, verdict)
    if (verdict.passed) return undefined
    const refusal = refusalOf(verdict)
    if (options.onRefused) return options.onRefused(refusal, request, reply, verdict)
    const { type, body } = answerOf(refusal, request.headers['accept'])
    return reply.code(403).type(type).send(body)
  }
}
