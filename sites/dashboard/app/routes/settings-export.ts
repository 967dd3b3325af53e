import { apiOf, load, scopeOf } from '@bollard/site-kit/server'
import { requireId } from '../solution/require-id.server.ts'
import type { Route } from './+types/settings-export.ts'

/** Hands the file of a finished export on as it comes from the service, which sees to it that the person may have it. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const [solutionId, exportId] = [requireId(context, request, params.solutionId), requireId(context, request, params.exportId)]
  scopeOf(context, request).personal = true
  const answer = await load(context, request, apiOf(context, request).downloadExport({ solutionId, exportId }))
  const isCsv = answer.headers.get('content-type')?.startsWith('text/csv') === true
  return new Response(answer.body, {
    headers: {
      'content-type': isCsv ? 'text/csv; charset=utf-8' : 'application/json',
      'content-disposition': `attachment; filename="bollard-${solutionId}-verifications.${isCsv ? 'csv' : 'json'}"`,
      'cache-control': 'no-store',
    },
  })
}
