import { apiOf, load, requireId } from '@bollard/site-kit/server'
import { handOn } from '../monitoring/hand-on.server.ts'
import { periodOf, queryOf, readSearch } from './decision-search.ts'
import type { Route } from './+types/decisions-file.ts'

/** The decisions that fit an address as a file; filters that are no values are left out. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const search = new URL(request.url).searchParams
  const format = search.get('format') === 'JSON' ? 'JSON' : 'CSV'
  const { filter, wrong } = readSearch(search)
  for (const name of wrong) delete filter[name]
  const asked = { solutionId, format, period: periodOf(search), ...queryOf(filter) } as const
  const file = await load(context, request, apiOf(context, request).exportDecisions(asked))
  return handOn(file.body, {
    type: format === 'CSV' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
    name: `decisions-${solutionId}.${format.toLowerCase()}`,
  })
}
