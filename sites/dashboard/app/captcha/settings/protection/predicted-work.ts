import { apiOf, attempt, requireId } from '@bollard/site-kit/server'
import type { Route } from './+types/predicted-work.ts'

/** What the page of the protection asks for while somebody tries difficulties; null where nobody can tell. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const difficulty = Number(new URL(request.url).searchParams.get('difficulty'))
  const work = await attempt(apiOf(context, request).getPredictedWork({ solutionId, difficulty }))
  return { work: work.ok ? work.value : null }
}
