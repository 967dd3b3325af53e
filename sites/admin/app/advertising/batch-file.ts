import { apiOf, requireId } from '@bollard/site-kit/server'
import { handOnFile } from '../frame/hand-on-file.server.ts'
import type { Route } from './+types/batch-file.ts'

/** The conversions of a batch in the format that the advertising network imports. */
export function loader({ request, context, params }: Route.LoaderArgs) {
  const conversionExportId = requireId(context, request, params.batchId)
  return handOnFile({ request, context }, apiOf(context, request).downloadConversionExport({ conversionExportId }))
}
