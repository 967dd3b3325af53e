import { apiOf, load, requireId } from '@bollard/site-kit/server'
import { handOn } from '../monitoring/hand-on.server.ts'
import type { Route } from './+types/subscribers-file.ts'

/** All subscribers as a file. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const file = await load(context, request, apiOf(context, request).exportSubscribers({ solutionId }))
  return handOn(file.body, { type: 'text/csv; charset=utf-8', name: 'subscribers.csv' })
}
