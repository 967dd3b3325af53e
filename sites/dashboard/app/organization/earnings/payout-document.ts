import { apiOf, load, requireId, scopeOf } from '@bollard/site-kit/server'
import type { Route } from './+types/payout-document.ts'

/** Hands the document of a payout on from the service: `format=XML`, and `correction=true` for the one that takes it back. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  scopeOf(context, request).personal = true
  const organizationId = requireId(context, request, params.organizationId)
  const payoutId = requireId(context, request, params.payoutId)
  const search = new URL(request.url).searchParams
  const format = search.get('format') === 'XML' ? 'XML' : 'PDF'
  const correction = search.get('correction') === 'true' ? 'true' : 'false'
  const document = await load(
    context,
    request,
    apiOf(context, request).downloadPayoutDocument({ organizationId, payoutId, format, correction }),
  )
  const headers = new Headers({ 'cache-control': 'private, no-store' })
  for (const name of ['content-type', 'content-disposition'])
    headers.set(name, document.headers.get(name) ?? 'application/octet-stream')
  return new Response(document.body, { headers })
}
