import { apiOf, requireId } from '@bollard/site-kit/server'
import { handOnArchive } from '../../request/hand-on-archive.server.ts'
import type { Route } from './+types/archive.ts'

/** Everything that is kept of a solution, for its admins. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const page = `/${params.language}/solutions/${solutionId}/settings/unsubscribe`
  return handOnArchive(
    { context, request, page, fileName: `bollard-solution-${solutionId}.zip` },
    apiOf(context, request).exportSolution({ solutionId }),
  )
}
