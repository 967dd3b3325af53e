import { apiOf, requireId, scopeOf } from '@bollard/site-kit/server'
import { handOnLogFile } from '../../request/hand-on-log-file.server.ts'
import type { Route } from './+types/file.ts'

/** The file of a finished export. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const [solutionId, exportId] = [
    requireId(context, request, params.solutionId),
    requireId(context, request, params.exportId),
  ]
  const page = `/${scopeOf(context, request).language}/solutions/${solutionId}/captcha/exports?proven`
  return handOnLogFile(
    { context, request, solutionId, page },
    apiOf(context, request).downloadExport({ solutionId, exportId }),
  )
}
