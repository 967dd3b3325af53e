import { answerOf, type BollardSource, check, type GuardOptions, type Refusal, refusalOf, tokenIn } from './guard.ts'
import { type Visit, visitOf } from './request-form.ts'
import type { Verdict } from './verify.ts'

export { type BollardSource, type Refusal, type RefusalCode, refusalOf } from './guard.ts'
export type { Visit } from './request-form.ts'

export interface RouteOptions<R> extends GuardOptions<R> {
  /** Answers a refused visitor instead of the client. */
  readonly onRefused?: ((refusal: Refusal, request: R, verdict: Verdict) => Response | Promise<Response>) | undefined
}

/**
 * A route handler that runs yours if the token passed, and answers others with 403. The body was read by then: your handler gets its
 * fields as `form`, or `json`. Give a function that makes the client, since Next loads the module while it builds.
 */
export function protect<R extends Request, Context = unknown>(
  bollard: BollardSource,
  options: RouteOptions<R>,
  handler: (request: R, visit: Visit, context: Context) => Response | Promise<Response>,
) {
  return async (request: R, context: Context): Promise<Response> => {
    const visit = await visitOf(bollard, options, request)
    if (visit.verdict.passed) return handler(request, visit, context)
    const refusal = refusalOf(visit.verdict)
    if (options.onRefused) return options.onRefused(refusal, request, visit.verdict)
    const { type, body } = answerOf(refusal, request.headers.get('accept'))
    return new Response(body, { status: 403, headers: { 'content-type': type } })
  }
}

/** For a server action: the verdict of the form it got. `refusalOf(verdict)` says what to show if it didn't pass. */
export function verifyForm(
  bollard: BollardSource,
  form: FormData,
  options: GuardOptions<FormData> = {},
): Promise<Verdict> {
  return check(bollard, options, form, tokenIn(form, null, options.field))
}
