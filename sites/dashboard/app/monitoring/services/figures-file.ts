import { exportedFigures } from '@bollard/contracts'
import { apiOf, load, requireId } from '@bollard/site-kit/server'
import { handOn } from '../hand-on.server.ts'
import type { Route } from './+types/figures-file.ts'

/** Figures of a service as a file. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const serviceId = requireId(context, request, params.serviceId)
  const search = new URL(request.url).searchParams
  const of = exportedFigures.find((one) => one === search.get('of')) ?? 'RESULTS'
  const format = search.get('format') === 'JSON' ? 'JSON' : 'CSV'
  const file = await load(
    context,
    request,
    apiOf(context, request).exportMonitoringFigures({ solutionId, serviceId, of, format }),
  )
  return handOn(file.body, {
    type: format === 'CSV' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
    name: `${of.toLowerCase()}-${serviceId}.${format.toLowerCase()}`,
  })
}
