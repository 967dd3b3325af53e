import { apiOf, load, requireId, scopeOf } from '@bollard/site-kit/server'
import { handOn } from '../monitoring/hand-on.server.ts'
import { monthOf, recentMonths } from './months.ts'
import type { Route } from './+types/report-file.ts'

/** The report of a month as a PDF in the language of the page. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const month = monthOf(new URL(request.url).searchParams, recentMonths(new Date()))
  const { language } = scopeOf(context, request)
  const file = await load(context, request, apiOf(context, request).getJointReportFile({ solutionId, month, language }))
  return handOn(file.body, { type: 'application/pdf', name: `report-${month}.pdf` })
}
