import { apiOf, load, requireId } from '@bollard/site-kit/server'
import { handOn } from '../monitoring/hand-on.server.ts'
import type { Route } from './+types/configuration-file.ts'

/** The configuration as a file, as it comes from the service. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const format = new URL(request.url).searchParams.get('format') === 'JSON' ? 'JSON' : 'YAML'
  const file = await load(context, request, apiOf(context, request).getMonitoringConfiguration({ solutionId, format }))
  return handOn(file.body, {
    type: format === 'JSON' ? 'application/json' : 'application/yaml; charset=utf-8',
    name: `monitoring-${solutionId}.${format.toLowerCase()}`,
  })
}
