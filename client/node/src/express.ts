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

/** What is needed of a request of Express 4 and 5. */
export interface ExpressRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body?: unknown
  readonly ip?: string | undefined
}

export interface ExpressResponse {
  status(code: number): ExpressResponse
  type(type: string): ExpressResponse
  send(body: string): ExpressResponse
}

export interface ExpressOptions extends GuardOptions<ExpressRequest> {
  /** Answers a refused visitor instead of the client. */
  readonly onRefused?:
    | ((refusal: Refusal, request: ExpressRequest, response: ExpressResponse, verdict: Verdict) => void)
    | undefined
}

/**
 * A middleware after your body parsers: lets a request through if its token passed, and answers others with 403. `verdictOf(request)` is
 * the verdict. A form that no parser has read is an error with the status 415.
 */
export function protect(bollard: BollardSource, options: ExpressOptions = {}) {
  return async (request: ExpressRequest, response: ExpressResponse, next: (error?: unknown) => void): Promise<void> => {
    const header = request.headers[tokenName]
    if (header === undefined && isUnread(request)) return next(new UnreadBodyError())
    let verdict: Verdict
    try {
      verdict = await check(bollard, options, request, tokenIn(request.body, header, options.field))
    } catch (error) {
      // Only functions of the application throw, such as its remoteIp.
      return next(error)
    }
    keepVerdict(request, verdict)
    if (verdict.passed) return next()
    const refusal = refusalOf(verdict)
    if (options.onRefused) return options.onRefused(refusal, request, response, verdict)
    const { type, body } = answerOf(refusal, request.headers['accept'])
    response.status(403).type(type).send(body)
  }
}

/** Passed to Express when a form comes to a route without a parser for it, since every visitor would be refused. */
class UnreadBodyError extends Error {
  override readonly name = 'UnreadBodyError'
  readonly code = 'body-not-parsed'
  /** Express answers with it. */
  readonly status = 415

  constructor() {
    super('No body parser has read this form: add express.urlencoded() or express.json() before protect()')
  }
}

function isUnread({ body, headers }: ExpressRequest): boolean {
  return body === undefined && /^application\/(?:json|x-www-form-urlencoded)\b/u.test(String(headers['content-type']))
}
