import { apiOf, attempt, loadPage } from '@bollard/site-kit/server'
import type { RouterContextProvider } from 'react-router'
import { checkFilter, faultsOf } from '../../captcha/log-filter/check-filter.server.ts'
import { type FilterFaults, type LogSearch } from '../../captcha/log-filter/log-search.ts'

const perPage = 25
const noPage = { items: [], nextCursor: null, searchedUntil: null }

/** A page of the log, how much the filter finds, and what is wrong with it; nothing is asked for as long as anything is. */
export async function loadLog(
  context: Readonly<RouterContextProvider>,
  request: Request,
  { solutionId, filter }: { solutionId: string; filter: LogSearch },
) {
  const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined
  const { filters, faults } = checkFilter(filter)
  if (faults !== null) return refused(faults)
  const api = apiOf(context, request)
  const isFiltered = Object.keys(filter).length > 0
  const asked = api.listVerifications({ ...filters, solutionId, limit: perPage, cursor })
  const [page, count] = await Promise.all([
    attempt(asked),
    isFiltered ? attempt(api.countVerifications({ ...filters, solutionId })) : null,
  ])
  const unknown = page.ok ? null : faultsOf(page.problem)
  if (unknown !== null) return refused(unknown)
  const { items, nextCursor, searchedUntil } = await loadPage(context, request, asked)
  return {
    items,
    nextCursor,
    searchedUntil,
    faults: {} as FilterFaults,
    count: count?.ok === true ? count.value : null,
    isFirstPage: cursor === undefined,
  }
}

function refused(faults: FilterFaults) {
  return { ...noPage, faults, count: null, isFirstPage: true }
}
