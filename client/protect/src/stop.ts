import { type Answer, answerOf } from './answer.ts'
import type { Decision } from './decision.ts'
import { cookieOf, type Ending, type Known, type Protection, tokenName, type VisitorRequest } from './protection.ts'

/** What adapters of all frameworks take. */
export interface ProtectOptions<Request> {
  /** What your application knows of a request, such as its account. */
  readonly known?: ((request: Request) => Known | Promise<Known>) | undefined
  /** Requests that are not decided about, such as those for static files. */
  readonly skip?: ((request: Request) => boolean) | undefined
}

export interface Stopped {
  readonly decision: Decision
  /** Null where the request passes. */
  readonly answer: Answer | null
  /** For every answer, beside what it has: fields of the decision, and the end of a token's cookie. */
  readonly headers: readonly (readonly [name: string, value: string])[]
}

/** Decides about a request, and says what to answer where it doesn't pass. Rejects only with what `known` rejects with. */
export async function stop<Request>(
  protection: Protection,
  options: ProtectOptions<Request>,
  given: Request,
  request: VisitorRequest,
): Promise<Stopped> {
  const known = await options.known?.(given)
  const decision = await protection.protect(request, known)
  const spent =
    cookieOf(request, tokenName) === null ? [] : [['Set-Cookie', `${tokenName}=; Path=/; Max-Age=0`] as const]
  if (decision.conclusion === 'ALLOW')
    return { decision, answer: null, headers: [...Object.entries(decision.headers), ...spent] }
  const asker = {
    method: request.method,
    accept: request.header('accept'),
    acceptLanguage: request.header('accept-language'),
  }
  void protection.end(decision, 'REFUSED')
  const answer = answerOf(decision, asker, protection)
  return { decision, answer, headers: [...Object.entries(answer.headers), ...spent] }
}

/** What the status of an answer says of the request. */
export function endingOf(status: number): Ending {
  return status < 400 ? 'SUCCESS' : 'FAILURE'
}

/** The same in both builds of this package, should an application load one of each. */
const decisionKey = Symbol.for('bollard.decision')

export function keepDecision(request: object, decision: Decision): void {
  Reflect.set(request, decisionKey, decision)
}

/** The decision about a request that `protect` let through. Throws for one that it hasn't seen. */
export function decisionOf(request: object): Decision {
  const decision: Decision | undefined = Reflect.get(request, decisionKey)
  if (decision === undefined) throw new Error('bollard: protect() did not run for this request')
  return decision
}
