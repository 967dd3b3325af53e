import type { Bollard } from './index.ts'
import type { Verdict } from './verify.ts'

/** What the visitor's part of a form is called: its field, the property of its JSON, or the header. */
export const tokenName = 'bollard-response'

/** A client, or what makes it when the first form comes in: for builds that load your modules without their environment. */
export type BollardSource = Bollard | (() => Bollard)

/** What a form expects of its own tokens. */
export interface GuardOptions<Request> {
  /** The action that the form gave the widget. */
  readonly action?: string | undefined
  /** Host names on which the form may have been. */
  readonly hostnames?: readonly string[] | undefined
  /** The name of the field, if the widget has a `name` of its own. */
  readonly field?: string | undefined
  /** The visitor's address as your server sees it. It stays here unless you give this. */
  readonly remoteIp?: ((request: Request) => string | null | undefined) | undefined
}

/** Why a form was refused, as far as a visitor is concerned. */
export type RefusalCode =
  /** The form has no token. */
  | 'captcha-missing'
  /** Bollard or an expectation of the form refused the token. */
  | 'captcha-refused'
  /** There is no verdict, and the fail policy lets nobody pass without one. */
  | 'captcha-unavailable'

/** What a refused visitor is told: nothing that helps a bot. */
export interface Refusal {
  readonly code: RefusalCode
  readonly message: string
}

const messages: Readonly<Record<RefusalCode, string>> = {
  'captcha-missing': 'Complete the captcha, then submit the form again.',
  'captcha-refused': "The captcha wasn't accepted. Reload the page, then submit the form again.",
  'captcha-unavailable': "The captcha can't be verified at the moment. Submit the form again in a few minutes.",
}

/** What to tell the visitor of a verdict that didn't pass. */
export function refusalOf({ decidedBy, failure, codes }: Verdict): Refusal {
  const isMissing = codes.includes('missing-input-response')
  const isUnavailable = failure !== null || decidedBy === 'fail-policy'
  const code = isMissing ? 'captcha-missing' : isUnavailable ? 'captcha-unavailable' : 'captcha-refused'
  return { code, message: messages[code] }
}

/** The token among the fields of a body, or in the header. What came twice, or is no text, is none. */
export function tokenIn(body: unknown, header: unknown, field = tokenName): string | null {
  const inBody = body instanceof FormData ? onlyOf(body.getAll(field)) : propertyOf(body, field)
  const given = inBody ?? header
  return typeof given === 'string' ? given : null
}

/** Verifies a token with what the form expects. */
export function check<Request>(
  source: BollardSource,
  options: GuardOptions<Request>,
  request: Request,
  token: string | null,
): Promise<Verdict> {
  const { action, hostnames, remoteIp } = options
  const bollard = typeof source === 'function' ? source() : source
  return bollard.verify(token, { action, hostnames, remoteIp: remoteIp?.(request) ?? undefined })
}

/** A refusal as an answer's body, as a page if the visitor's browser asks for one. */
export function answerOf(refusal: Refusal, accept: unknown): { readonly type: string; readonly body: string } {
  if (typeof accept !== 'string' || !accept.includes('text/html'))
    return { type: 'application/json; charset=utf-8', body: JSON.stringify(refusal) }
  const head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Form not submitted</title>'
  return { type: 'text/html; charset=utf-8', body: `${head}<p>${refusal.message}</p></html>` }
}

/** The same in both builds of this package, should an application load one of each. */
const verdictKey = Symbol.for('bollard.verdict')

export function keepVerdict(request: object, verdict: Verdict): void {
  Reflect.set(request, verdictKey, verdict)
}

/** The verdict of a request that `protect` let through. Throws for one that it hasn't seen. */
export function verdictOf(request: object): Verdict {
  const verdict: Verdict | undefined = Reflect.get(request, verdictKey)
  if (verdict === undefined) throw new Error('bollard: protect() did not run for this request')
  return verdict
}

function onlyOf(values: readonly unknown[]): unknown {
  return values.length === 1 ? values[0] : undefined
}

/** Only what the visitor sent: nothing of an object's prototype. */
function propertyOf(body: unknown, name: string): unknown {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return undefined
  const value: unknown = Reflect.get(body, name)
  return isMultipartField(value) ? value.value : value
}

/** As Fastify's multipart plugin has it. */
function isMultipartField(value: unknown): value is { value: unknown } {
  return typeof value === 'object' && value !== null && Reflect.get(value, 'type') === 'field' && 'value' in value
}
