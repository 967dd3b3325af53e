import { apiOf } from '@bollard/site-kit/server'
import { handOnFile } from '../frame/hand-on-file.server.ts'
import type { Route } from './+types/bookings-file.ts'

/** What an accountant books of a month. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const part = searchParams.get('part') === 'PAYMENTS' ? 'PAYMENTS' : 'INVOICES'
  const period = searchParams.get('month') ?? ''
  return handOnFile({ request, context }, apiOf(context, request).downloadBookings({ period, part }))
}
