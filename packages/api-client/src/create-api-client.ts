import type { ApiClient, CallOptions } from './api-client.ts'
import { type HeaderSources, callHeaders } from './call-headers.ts'
import { type Call, callTable } from './call-table.ts'
import { type CallContext, makeCall } from './make-call.ts'
import type { CallValues } from './build-request.ts'

export interface ApiClientOptions extends HeaderSources {
  /** Origin of the API. */
  readonly baseUrl: string
  readonly fetch?: typeof fetch
  /** Milliseconds until a call fails with `ApiUnreachable`; default 10 000. */
  readonly timeoutMs?: number
  /** Hears of every `set-cookie` header of an answer, for a server to pass on to its visitor. */
  readonly onSetCookie?: (cookies: string[]) => void
}

/**
 * A client with one method per route: `client.getSolution({ solutionId })`. In a page the visitor's cookies go along by
 * themselves; on a server hand over the `request` being answered, and pass on what `onSetCookie` hears.
 */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const context: CallContext = {
    baseUrl: options.baseUrl,
    // Called through the global each time, so that whoever replaces it is heard.
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    headers: () => callHeaders(options),
    timeoutMs: options.timeoutMs ?? 10_000,
    onSetCookie: options.onSetCookie,
  }
  const methods = Object.entries<Call>(callTable).map(([id, call]) => [
    id,
    async (values: CallValues = {}, callOptions: CallOptions = {}) => makeCall(id, call, values, callOptions, context),
  ])
  return asApiClient(Object.fromEntries(methods))
}

/** The table has exactly the routes, as the compiler checked, and services answer as their routes say. */
function asApiClient(methods: object): ApiClient {
  return methods as ApiClient
}
