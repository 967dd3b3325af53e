import { allPages, apiOf, load, requireId, scopeOf } from '@bollard/site-kit/server'
import { commissionsCsvHead, commissionsCsvLine } from './commissions-csv.ts'
import type { Route } from './+types/commissions-file.ts'

/** As many as one file holds, the newest. */
const atMost = 10_000

/** All commissions of an organization as a file for spreadsheets. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  scopeOf(context, request).personal = true
  const organizationId = requireId(context, request, params.organizationId)
  const api = apiOf(context, request)
  const commissions = await load(
    context,
    request,
    allPages((cursor) => api.listCommissions({ organizationId, limit: 100, cursor }), atMost),
  )
  return new Response(`${commissionsCsvHead}${commissions.map(commissionsCsvLine).join('')}`, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="bollard-commissions-${new Date().toISOString().slice(0, 10)}.csv"`,
      'cache-control': 'private, no-store',
    },
  })
}
