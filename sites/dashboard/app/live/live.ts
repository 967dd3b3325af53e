import { captchaRoutes, clientIpHeader, idSchema, internalSecretHeader } from '@bollard/contracts'
import { scopeOf } from '@bollard/site-kit/server'
import type { Route } from './+types/live.ts'

/**
 * The service's stream of events on this site's own address: a page may talk to nobody else. Ends with the visitor's
 * connection, and so does the one to the service.
 */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const scope = scopeOf(context, request)
  scope.personal = true
  if (!idSchema.safeParse(params.solutionId).success) return new Response(null, { status: 404 })
  const address = new URL(
    captchaRoutes.streamSite.path.replace('{solutionId}', params.solutionId),
    scope.site.apiInternalUrl,
  )
  const search = new URL(request.url).searchParams
  const after = search.get('after') ?? request.headers.get('last-event-id')
  search.delete('after')
  // What is left is a filter, which the service checks.
  address.search = search.toString()
  const headers = new Headers({
    accept: 'text/event-stream',
    'x-request-id': scope.requestId,
    [clientIpHeader]: scope.clientIp,
  })
  if (scope.site.internalSecret) headers.set(internalSecretHeader, scope.site.internalSecret)
  const cookie = request.headers.get('cookie')
  if (cookie) headers.set('cookie', cookie)
  if (after && /^\d{1,16}$/u.test(after)) headers.set('last-event-id', after)
  try {
    const upstream = await fetch(address, { headers, signal: request.signal, redirect: 'error' })
    if (!upstream.ok || !upstream.body)
      return new Response(null, { status: upstream.status === 200 ? 502 : upstream.status })
    return new Response(upstream.body, {
      headers: {
        'content-type': 'text/event-stream',
        'cache-control': 'no-cache, no-transform',
        'x-accel-buffering': 'no',
      },
    })
  } catch {
    return new Response(null, { status: 503 })
  }
}
