import { apiOf, requireId } from '@bollard/site-kit/server'
import { handOnFile } from '../frame/hand-on-file.server.ts'
import type { Route } from './+types/file.ts'

/** The transfers of a payout run for the bank. */
export function loader({ request, context }: Route.LoaderArgs) {
  const payoutRunId = requireId(context, request, new URL(request.url).searchParams.get('run') ?? '')
  return handOnFile({ request, context }, apiOf(context, request).downloadPayoutRunFile({ payoutRunId }))
}
