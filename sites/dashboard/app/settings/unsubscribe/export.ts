import { apiOf, attempt, load, proveRedirect, scopeOf } from '@bollard/site-kit/server'
import { requireId } from '../../request/require-id.server.ts'
import type { Route } from './+types/export.ts'

/** Hands the file of a finished export on as it comes from the service, which sees to it that the person may have it and has just proven who they are. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const [solutionId, exportId] = [
    requireId(context, request, params.solutionId),
    requireId(context, request, params.exportId),
  ]
  const scope = scopeOf(context, request)
  scope.personal = true
  const asked = await attempt(apiOf(context, request).downloadExport({ solutionId, exportId }))
  // Back to the page with the link, since a browser stays there when a file follows.
  if (!asked.ok && asked.problem.code === 'step-up-required')
    throw proveRedirect(scope, request, `/${scope.language}/solutions/${solutionId}/settings/unsubscribe?proven`)
  const answer = asked.ok
    ? asked.value
    : await load(context, request, apiOf(context, request).downloadExport({ solutionId, exportId }))
  const isCsv = answer.headers.get('content-type')?.startsWith('text/csv') === true
  return new Response(answer.body, {
    headers: {
      'content-type': isCsv ? 'text/csv; charset=utf-8' : 'application/json',
      'content-disposition': `attachment; filename="bollard-${solutionId}-verifications.${isCsv ? 'csv' : 'json'}"`,
      'cache-control': 'no-store',
    },
  })
}
