import { ApiProblem, isProblem } from './api-problem.ts'
import { ApiUnreachable } from './api-unreachable.ts'
import type { CallOptions } from './api-client.ts'
import type { Call } from './call-table.ts'
import { type CallValues, buildRequest } from './build-request.ts'

export interface CallContext {
  readonly baseUrl: string
  readonly fetch: typeof fetch
  readonly headers: () => Headers
  readonly timeoutMs: number
  readonly onSetCookie: ((cookies: string[]) => void) | undefined
}

/** Makes one call and reads its answer. */
export async function makeCall(
  id: string,
  call: Call,
  values: CallValues,
  options: CallOptions,
  context: CallContext,
): Promise<unknown> {
  const { url, body } = buildRequest(id, call, values, context.baseUrl)
  const headers = context.headers()
  if (call.stream) headers.set('accept', 'text/event-stream')
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey)
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value)

  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), options.timeoutMs ?? context.timeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout.signal]) : timeout.signal
  try {
    const init: RequestInit = {
      method: call.method,
      headers,
      signal,
      redirect: 'error',
      credentials: 'include',
      ...(body === undefined ? {} : { body }),
    }
    const response = await context.fetch(url, init)
    const cookies = response.headers.getSetCookie()
    if (cookies.length > 0) context.onSetCookie?.(cookies)
    return await readAnswer(call, response)
  } catch (error) {
    if (error instanceof ApiProblem) throw error
    // The caller gave up; that is no fault of the network.
    if (options.signal?.aborted) throw options.signal.reason
    throw new ApiUnreachable(
      id,
      timeout.signal.aborted ? 'timeout' : error instanceof ForeignAnswer ? 'foreign-answer' : 'network',
      error,
    )
  } finally {
    // A stream may go on for hours; only the wait for its beginning is limited.
    clearTimeout(timer)
  }
}

class ForeignAnswer extends Error {}

async function readAnswer(call: Call, response: Response): Promise<unknown> {
  if (response.ok && call.stream) return response
  if (response.status === 204) return null
  const text = await response.text()
  const body = parseJson(text)
  if (response.ok && body !== undefined) return body
  if (isProblem(body)) throw new ApiProblem(body)
  throw new ForeignAnswer(`Status ${response.status} without a body of ours`)
}

function parseJson(text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text)
    return parsed
  } catch {
    return undefined
  }
}
