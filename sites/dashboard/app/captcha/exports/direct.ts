import { exportFormats } from '@bollard/contracts'
import { apiOf, requireId, requireUser, scopeOf } from '@bollard/site-kit/server'
import { redirect } from 'react-router'
import { handOnLogFile } from '../../request/hand-on-log-file.server.ts'
import { checkFilter } from '../log-filter/check-filter.server.ts'
import { readSearch, writeSearch } from '../log-filter/log-search.ts'
import type { Route } from './+types/direct.ts'

/** The newest verifications that fit the filter of the address, as a file at once. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const { timezone } = await requireUser(context, request)
  const search = new URL(request.url).searchParams
  const filter = readSearch(search, { zone: timezone, now: Date.now() })
  const address = new URLSearchParams(writeSearch(filter))
  const page = `/${scopeOf(context, request).language}/solutions/${solutionId}/captcha/exports`
  const { filters } = checkFilter(filter)
  // The page says what is wrong with it.
  if (filters === null) throw redirect(`${page}?${address.toString()}`)
  const format = exportFormats.find((one) => one === search.get('format')) ?? 'CSV'
  address.set('proven', '')
  return handOnLogFile(
    { context, request, solutionId, page: `${page}?${address.toString()}` },
    apiOf(context, request).exportDirectly({ ...filters, solutionId, format }),
  )
}
