import { type BollardSource, type GuardOptions, type Refusal, refusalOf } from './guard.ts'
import { type Visit, visitOf } from './request-form.ts'
import type { Verdict } from './verify.ts'

export { type BollardSource, type Refusal, type RefusalCode } from './guard.ts'
export type { Visit } from './request-form.ts'

export interface ActionOptions<Answer> extends GuardOptions<Request> {
  /** Answers a refused visitor instead of the client. */
  readonly onRefused?: ((refusal: Refusal, request: Request, verdict: Verdict) => Answer | Promise<Answer>) | undefined
}

/**
 * An action that runs yours if the token passed. Others get 403 with the refusal, `{ code, message }`, which `useActionData` shows. The
 * body was read by then: your action gets its fields as `form`, or `json`.
 */
export function protect<Args extends { readonly request: Request }, Result, Answer = Response>(
  bollard: BollardSource,
  options: ActionOptions<Answer>,
  action: (args: Args & Visit) => Result | Promise<Result>,
) {
  return async (args: Args): Promise<Result | Answer | Response> => {
    const visit = await visitOf(bollard, options, args.request)
    if (visit.verdict.passed) return action({ ...args, ...visit })
    const refusal = refusalOf(visit.verdict)
    if (options.onRefused) return options.onRefused(refusal, args.request, visit.verdict)
    // Always data: a page of ours would take the place of the application's own.
    return Response.json(refusal, { status: 403 })
  }
}
