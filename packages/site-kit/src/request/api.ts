import { type ApiClient, createApiClient } from '@bollard/api-client'
import {
  browserIdHeader,
  clientIpHeader,
  forwardedHeader,
  internalSecretHeader,
  requestIdHeader,
} from '@bollard/contracts'
import type { RouterContextProvider } from 'react-router'
import { cookiesAfter } from './cookies-after.ts'
import { scopeOf } from './request-scope.ts'
import { withoutForeignView } from './view-cookie.ts'

/**
 * The services on behalf of the visitor: `api.getSolution({ solutionId })`, `api.createSession({ sessionNewDto })`. Carries their cookies,
 * address and browser id there, and brings cookies back. Refusals are thrown; see `attempt` and `load`.
 */
export function apiOf(context: Readonly<RouterContextProvider>, request: Request): ApiClient {
  const scope = scopeOf(context, request)
  return createApiClient({
    baseUrl: scope.site.apiInternalUrl,
    request,
    // A call may change the session; the next one of the same request must know.
    cookies: () => withoutForeignView(scope.site, cookiesAfter(request.headers.get('cookie'), scope.setCookies)),
    requestHeaders: () => ({
      [browserIdHeader]: scope.browserId ?? undefined,
      [clientIpHeader]: scope.clientIp,
      [requestIdHeader]: scope.requestId,
      traceparent: scope.traceparent,
      [forwardedHeader]: scope.forwarding === 'none' ? undefined : scope.forwarding,
      [internalSecretHeader]: scope.site.internalSecret || undefined,
    }),
    onSetCookie: (cookies) => void scope.setCookies.push(...cookies),
    // Nobody waits for what a visitor who left wanted to read; what they wanted to change is carried out.
    fetch: (input, init) =>
      fetch(input, {
        ...init,
        signal:
          init?.method === 'GET' && init.signal
            ? AbortSignal.any([init.signal, request.signal])
            : (init?.signal ?? null),
      }),
  })
}
