import { apiOf, requireId } from '@bollard/site-kit/server'
import { handOnFile } from '../frame/hand-on-file.server.ts'
import type { Route } from './+types/file.ts'

/** An invoice as it was sent. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const invoiceId = requireId(context, request, searchParams.get('invoice') ?? '')
  const format = searchParams.get('format') === 'XML' ? 'XML' : 'PDF'
  return handOnFile({ request, context }, apiOf(context, request).downloadInvoice({ invoiceId, format }))
}
