import { apiOf, requireId } from '@bollard/site-kit/server'
import { handOnFile } from '../frame/hand-on-file.server.ts'
import type { Route } from './+types/document.ts'

/** The self-billed invoice of a payout. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const organizationId = requireId(context, request, searchParams.get('organization') ?? '')
  const payoutId = requireId(context, request, searchParams.get('payout') ?? '')
  return handOnFile(
    { request, context },
    apiOf(context, request).downloadPayoutDocument({ organizationId, payoutId, format: 'PDF' }),
  )
}
