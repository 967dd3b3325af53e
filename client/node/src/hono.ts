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

/** What is needed of a context of Hono 4. */
export interface HonoContext {
  readonly req: {
    header(name: string): string | undefined
    parseBody(options: { all: true }): Promise<object>
    json(): Promise<unknown>
  }
}

export interface HonoOptions<Context extends HonoContext> extends GuardOptions<Context> {
  /** Answers a refused visitor instead of the client. */
  readonly onRefused?:
    | ((refusal: Refusal, context: Context, verdict: Verdict) => Response | Promise<Response>)
    | undefined
}

/**
 * A middleware: lets a request through if its token passed, and answers others with 403. `verdictOf(c)` is the verdict. The body is read
 * through Hono, which keeps it for your handler.
 */
export function protect<Context extends HonoContext>(bollard: BollardSource, options: HonoOptions<Context> = {}) {
  return async (c: Context, next: () => Promise<void>): Promise<Response | void> => {
    const token = tokenIn(await readBody(c), c.req.header(tokenName), options.field)
    const verdict = await check(bollard, options, c, token)
    keepVerdict(c, verdict)
    if (verdict.passed) return next()
    const refusal = refusalOf(verdict)
    if (options.onRefused) return options.onRefused(refusal, c, verdict)
    const { type, body } = answerOf(refusal, c.req.header('accept'))
    return new Response(body, { status: 403, headers: { 'content-type': type } })
  }
}

/** The fields of a form or of JSON; null for what is neither, or broken. */
async function readBody({ req }: HonoContext): Promise<unknown> {
  const type = req.header('content-type') ?? ''
  try {
    if (/^application\/(?:[\w.-]+\+)?json\b/iu.test(type)) return await req.json()
    const isForm = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/iu.test(type)
    return isForm ? await req.parseBody({ all: true }) : null
  } catch {
    return null
  }
}
