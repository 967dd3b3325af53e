import { load, requireId, requireUser } from '@bollard/site-kit/server'
import { gatherData } from './gather-data.server.ts'
import type { Route } from './+types/data.ts'

/** Settings and records of a solution as one JSON file, as far as the person may read them. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  await requireUser(context, request)
  const gathered = await load(context, request, gatherData(context, request, solutionId))
  return new Response(`${JSON.stringify(gathered, null, 2)}\n`, {
    headers: {
      'content-type': 'application/json',
      'content-disposition': `attachment; filename="bollard-${solutionId}-settings.json"`,
      'cache-control': 'no-store',
    },
  })
}
