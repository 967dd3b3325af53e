import { apiOf, attempt, requireId } from '@bollard/site-kit/server'
import { redirect } from 'react-router'
import type { Route } from './+types/protection-home.ts'

/** The first page is how to begin, until a request was seen; then the limiters. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const seen = await attempt(apiOf(context, request).getProtectionStatistics({ solutionId, period: '30d' }))
  const isUsed = seen.ok && seen.value.totals.requests > 0
  return redirect(`/${params.language}/solutions/${solutionId}/protection/${isUsed ? 'limiters' : 'start'}`)
}
