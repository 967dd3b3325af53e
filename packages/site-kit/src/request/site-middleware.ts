import { isLanguage } from '@bollard/i18n'
import { data, type MiddlewareFunction } from 'react-router'
import { newBrowserId, readBrowserId } from './browser-id.ts'
import { keptHeader } from '../site/kept-header.ts'
import { isCrossSiteWrite } from './cross-site.ts'
import { noticeOf } from './notice.ts'
import { notFound } from './redirects.ts'
import { scopeOf } from './request-scope.ts'
import { securityHeaders } from './security-headers.ts'

/** Sites whose pages are the same for everyone, unless a loader has asked who reads them. */
const forEverybody: ReadonlySet<string> = new Set(['website', 'docs'])

/** Sites above whose pages a notice of operators stands. */
const announcing: ReadonlySet<string> = new Set(['identity', 'dashboard'])

/**
 * `export const middleware = [siteMiddleware]` in root.tsx. Refuses unknown languages and foreign forms, gives the browser its
 * id with the first form that it sends to the identity site, and puts security headers and cookies on every answer.
 */
export const siteMiddleware: MiddlewareFunction<Response> = async ({ request, context, params }, next) => {
  const scope = scopeOf(context, request)
  const { site } = scope
  if (params['language'] !== undefined && !isLanguage(params['language'])) notFound({ request, context })
  if (isCrossSiteWrite(request, new URL(site.urls[site.name]).origin))
    throw data({ code: 'cross-site-request', requestId: scope.requestId }, { status: 403 })
  scope.browserId = readBrowserId(request.headers.get('cookie'))
  if (scope.browserId === null && site.name === 'identity' && isForm(request)) {
    const { browserId, setCookie } = newBrowserId(site.secure)
    scope.browserId = browserId
    scope.setCookies.push(setCookie)
  }
  if (announcing.has(site.name)) scope.notice = await noticeOf(site.apiInternalUrl, scope.language)
  const response = await next()
  for (const [name, value] of Object.entries(securityHeaders(site, scope.nonce, scope))) {
    // A route may bring its own, such as a stricter content policy.
    if (!response.headers.has(name)) response.headers.set(name, value)
  }
  for (const cookie of scope.setCookies) response.headers.append('set-cookie', cookie)
  response.headers.set('x-request-id', scope.requestId)
  if (scope.isKept) response.headers.set(keptHeader, 'yes')
  if (!response.headers.has('cache-control'))
    response.headers.set(
      'cache-control',
      scope.personal || !forEverybody.has(site.name) ? 'no-store' : 'private, no-cache',
    )
  return response
}

/** Pages also ask for the challenge of a passkey as they open, by a POST without a body: that is no form that somebody has sent. */
const isForm = (request: Request): boolean => request.method === 'POST' && request.headers.has('content-type')
