import type { Problem } from '@bollard/contracts'
import { apiOf, attempt, load } from '@bollard/site-kit/server'
import { textOf } from '@bollard/site-kit'
import type { RouterContextProvider } from 'react-router'
import { checkFilter } from '../../captcha/log-filter/check-filter.server.ts'
import { lastingPart, type LogSearch } from '../../captcha/log-filter/log-search.ts'

export type FilterDeed = 'save' | 'rename' | 'delete'

export interface KeptFilter {
  did: FilterDeed
  /** Of the filter that is renamed or deleted; empty where one is saved. */
  id: string
  /** As it was typed. */
  name: string
  problem: Problem | null
}

/** Carries out one form of the saved filters. `filter` is the one that the page shows. Null when the form names nothing that can be done. */
export async function keepFilter(
  { context, request }: { context: Readonly<RouterContextProvider>; request: Request },
  { solutionId, filter }: { solutionId: string; filter: LogSearch },
): Promise<KeptFilter | null> {
  const form = await request.formData()
  const [did, id, name] = [textOf(form, 'do'), textOf(form, 'savedFilterId'), textOf(form, 'name').trim()]
  const api = apiOf(context, request)
  const { filters } = checkFilter(lastingPart(filter))
  const calls = {
    save: () =>
      api.createSavedFilter({
        solutionId,
        savedFilterNewDto: { name, filters: { ...filters, outcome: filter.outcome } },
      }),
    rename: () => api.renameSavedFilter({ solutionId, savedFilterId: id, savedFilterDto: { name } }),
    delete: () => api.deleteSavedFilter({ solutionId, savedFilterId: id }),
  }
  if (!isDeed(did) || (did === 'save' && filters === null) || (did !== 'save' && id === '')) return null
  const answer = await attempt<unknown>(calls[did]())
  if (answer.ok) return { did, id, name, problem: null }
  // Sign-in gets the page that fits; what is left can be said beside the form.
  if (answer.problem.status === 401) await load(context, request, api.listSavedFilters({ solutionId }))
  return { did, id, name, problem: answer.problem }
}

function isDeed(name: string): name is FilterDeed {
  return name === 'save' || name === 'rename' || name === 'delete'
}
