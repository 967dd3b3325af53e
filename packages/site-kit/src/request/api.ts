import { browserIdHeader, captchaRoutes, clientIpHeader, identityRoutes, internalSecretHeader, type Route, solutionRoutes } from '@bollard/contracts'
import type { RouterContextProvider } from 'react-router'
import { callRoute, type CallOptions, type Calls } from './call-route.ts'
import { scopeOf } from './request-scope.ts'

const routes = { ...identityRoutes, ...solutionRoutes, ...captchaRoutes }
/** One method per route of the contracts, by its id: `api.getSolution({ solutionId })`, `api.createSession({ sessionNewDto })`. */
export type Api = Calls<typeof routes>

/**
 * The services on behalf of the visitor: carries their cookies, address and browser id there, and brings cookies back.
 * Refusals are thrown as ApiProblem; wrap a call in `attempt` to get them as a value.
 */
export function apiOf(context: Readonly<RouterContextProvider>, request: Request): Api {
  const scope = scopeOf(context, request)
  const options: CallOptions = {
    baseUrl: scope.site.apiInternalUrl,
    requestId: scope.requestId,
    signal: request.signal,
    onSetCookie: (cookies) => void scope.setCookies.push(...cookies),
    headers: presentOnly({
      cookie: request.headers.get('cookie'),
      'user-agent': request.headers.get('user-agent'),
      [browserIdHeader]: scope.browserId,
      [clientIpHeader]: scope.clientIp,
      [internalSecretHeader]: scope.site.internalSecret || null,
      'x-request-id': scope.requestId,
    }),
  }
  return asApi(Object.fromEntries(Object.entries(routes).map(([id, route]) => [id, (input: Readonly<Record<string, unknown>> = {}) => callRoute(route as Route, input, options)])))
}

function presentOnly(headers: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== null))
}

/** Every route has a method of its id here, and the services answer as the contract says. */
function asApi(calls: Record<string, (input?: Readonly<Record<string, unknown>>) => Promise<unknown>>): Api {
  return calls as unknown as Api
}
