import { type BollardSource, check, type GuardOptions, tokenIn, tokenName } from './guard.ts'
import type { Verdict } from './verify.ts'

/** What a visitor sent, once their token passed. */
export interface Visit {
  readonly verdict: Verdict
  /** The form's fields; `FormData` without any if the request had JSON or no form. */
  readonly form: FormData
  /** The value of a JSON body; undefined if the request had none. */
  readonly json: unknown
}

/** Reads the body of a `Request` once, and verifies the token in it or in the header. */
export async function visitOf<R extends Request>(
  source: BollardSource,
  options: GuardOptions<R>,
  request: R,
): Promise<Visit> {
  const { form, json } = await readBody(request)
  const token = tokenIn(json ?? form, request.headers.get(tokenName), options.field)
  return { verdict: await check(source, options, request, token), form, json }
}

/** What is broken, or neither a form nor JSON, has no fields. */
async function readBody(request: Request): Promise<{ readonly form: FormData; readonly json: unknown }> {
  const type = request.headers.get('content-type') ?? ''
  try {
    if (/^application\/(?:[\w.-]+\+)?json\b/iu.test(type)) return { form: new FormData(), json: await request.json() }
    if (/^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/iu.test(type))
      return { form: await request.formData(), json: undefined }
  } catch {
    // A visitor who breaks their own form has no token.
  }
  return { form: new FormData(), json: undefined }
}
