import { apiOf, load, requireId } from '@bollard/site-kit/server'
import type { Route } from './+types/subscribers-file.ts'

/** All subscribers as a file, on this site's own address, since a page may talk to nobody else. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const file = await load(context, request, apiOf(context, request).exportSubscribers({ solutionId }))
  return new Response(file.body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="subscribers.csv"',
      'cache-control': 'private, no-store',
    },
  })
}
