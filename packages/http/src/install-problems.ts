import { type ProblemCode, ProblemError, problemStatus } from '@bollard/contracts'
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AddressedRequest } from './trusted-request.ts'
import { problemFromError } from './problem-from-error.ts'
import type { ProblemLogger } from './problem-logger.ts'
import { createRefusalLog } from './refusal-log.ts'
import { refuseDeepBody } from './refuse-deep-body.ts'
import { toProblem } from './to-problem.ts'

export interface ProblemOptions {
  /**
   * Hears of every 5xx with the request id, of `unavailable` once a second with the number in between, and of calls that somebody may
   * not make; default: the app's own logger.
   */
  readonly logger?: ProblemLogger
  /** The id of a request; see `createRequestId`. By default each request gets a fresh one. */
  readonly requestId?: (request: AddressedRequest) => string
  /** Where a page per code lies, `{docsUrl}/errors/{code}`; without it types are URNs. */
  readonly docsUrl?: string
}

/**
 * Makes every refusal of `app` an RFC 9457 problem: thrown `ProblemError`s, bad bodies, unknown routes
 * and unexpected errors, which tell the caller nothing but the id under which they are logged. No answer
 * may be taken for another type than it says. Call it on the root before anything is mounted.
 */
export function installProblems(app: FastifyInstance, options: ProblemOptions = {}): void {
  const logger = options.logger ?? app.log
  const { requestId = () => randomUUID() } = options
  app.setGenReqId((request) => requestId(request))
  // Fastify also reads plain text by default; scopes that want it add it themselves.
  app.removeContentTypeParser('text/plain')

  // While the database is away every call fails of the same; a line for each would soon fill the disk.
  let toldAt = Number.NEGATIVE_INFINITY
  let untold = 0
  const mayLog = (code: ProblemCode): boolean => {
    if (code === 'unavailable' && performance.now() - toldAt < 1_000) {
      untold += 1
      return false
    }
    if (code === 'unavailable') toldAt = performance.now()
    return true
  }
  const takeUntold = (): { untold?: number } => {
    const fields = untold === 0 ? {} : { untold }
    untold = 0
    return fields
  }

  app.addHook('onRequest', (_request, reply, done) => {
    void reply.header('x-content-type-options', 'nosniff')
    done()
  })
  const answerFailure = (error: unknown, { requestId, method, route }: FailedCall): ProblemAnswer => {
    const problem = problemFromError(error)
    if (problemStatus[problem.code] >= 500 && mayLog(problem.code)) {
      logger.error(
        { requestId, method, route, code: problem.code, err: error, ...takeUntold() },
        `${problem.code} while answering`,
      )
    }
    return answerOf(problem, requestId, options.docsUrl)
  }
  const tellRefusal = createRefusalLog(logger)
  app.addHook('preValidation', refuseDeepBody)
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof ProblemError) tellRefusal(error, request)
    return send(
      answerFailure(error, { requestId: request.id, method: request.method, route: request.routeOptions.url }),
      reply,
    )
  })
  app.setNotFoundHandler((request, reply) =>
    sendProblem(new ProblemError('not-found', 'There is no such address.'), request, reply, options.docsUrl),
  )
  app.decorate(
    'answerProblem',
    (error: unknown, { method, route, from }: Omit<FailedCall, 'requestId'> & { from?: AddressedRequest }) =>
      answerFailure(error, { method, route, requestId: from === undefined ? randomUUID() : requestId(from) }),
  )
}

interface FailedCall {
  readonly requestId: string
  readonly method: string
  readonly route: string | undefined
}

/** A problem as it is sent. */
export interface ProblemAnswer {
  readonly status: number
  readonly contentType: string
  readonly headers: Readonly<Record<string, string | number>>
  readonly body: string
}

declare module 'fastify' {
  interface FastifyInstance {
    /** What the caller of a route outside of Fastify is told about an error, which is logged like any other; see `installProblems`. */
    answerProblem(
      error: unknown,
      call: { readonly method: string; readonly route: string; readonly from?: AddressedRequest },
    ): ProblemAnswer
  }
}

function answerOf(problem: ProblemError, requestId: string, docsUrl?: string): ProblemAnswer {
  const body = toProblem(problem, { requestId, docsUrl })
  const headers: Record<string, string | number> = { 'cache-control': 'no-store', 'request-id': requestId }
  if (problem.retryAfterSeconds !== undefined) headers['retry-after'] = problem.retryAfterSeconds
  if (problem.code === 'rate-limited' && problem.retryAfterSeconds !== undefined && problem.limit !== undefined) {
    headers['ratelimit-limit'] = problem.limit
    headers['ratelimit-remaining'] = 0
    headers['ratelimit-reset'] = problem.retryAfterSeconds
  }
  return { status: body.status, contentType: 'application/problem+json', headers, body: JSON.stringify(body) }
}

function send({ status, contentType, headers, body }: ProblemAnswer, reply: FastifyReply): FastifyReply {
  return reply.code(status).headers(headers).header('content-type', contentType).send(body)
}

/** Answers with a problem; for the few places that run outside of routes. */
export function sendProblem(
  problem: ProblemError,
  request: FastifyRequest,
  reply: FastifyReply,
  docsUrl?: string,
): FastifyReply {
  return send(answerOf(problem, request.id, docsUrl), reply)
}
