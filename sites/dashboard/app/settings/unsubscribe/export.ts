import { apiOf, requireId, scopeOf } from '@bollard/site-kit/server'
import { handOnLogFile } from '../../request/hand-on-log-file.server.ts'
import type { Route } from './+types/export.ts'

/** The file of a finished export, for the page on which a captcha ends. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const [solutionId, exportId] = [
    requireId(context, request, params.solutionId),
    requireId(context, request, params.exportId),
  ]
  const page = `/${scopeOf(context, request).language}/solutions/${solutionId}/settings/unsubscribe?proven`
  return handOnLogFile(
    { context, request, solutionId, page },
    apiOf(context, request).downloadExport({ solutionId, exportId }),
  )
}
