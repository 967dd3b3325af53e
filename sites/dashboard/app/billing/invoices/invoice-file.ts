import { apiOf, load, requireId } from '@bollard/site-kit/server'
import type { Route } from './+types/invoice-file.ts'

/** The file of an invoice on this site's own address, since a page may talk to nobody else. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const invoiceId = requireId(context, request, params.invoiceId)
  const format = new URL(request.url).searchParams.get('format') === 'XML' ? 'XML' : 'PDF'
  const file = await load(context, request, apiOf(context, request).downloadInvoice({ invoiceId, format }))
  const headers = new Headers({ 'cache-control': 'private, no-store' })
  for (const name of ['content-type', 'content-disposition', 'content-length']) {
    const value = file.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  return new Response(file.body, { headers })
}
