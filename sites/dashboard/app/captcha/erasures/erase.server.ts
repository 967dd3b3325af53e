import { type LogFilter, type Problem, verificationsCountedMax } from '@bollard/contracts'
import { type apiOf, attempt } from '@bollard/site-kit/server'
import type { FoundCount } from '../log-filter/filter-count.tsx'
import { type Erasable, idsAtOnce } from './selection.server.ts'

type Api = ReturnType<typeof apiOf>

export interface Erased {
  /** Verifications that are gone; of what runs in the background so far. */
  readonly erased: number
  readonly isRunning: boolean
  readonly problem: Problem | null
}

/** How many verifications a selection means. */
export async function countErasable(api: Api, solutionId: string, { counted }: Erasable): Promise<FoundCount> {
  const counts = await Promise.all(counted.map(async (filters) => api.countVerifications({ ...filters, solutionId })))
  return {
    count: counts.reduce((sum, { count }) => sum + count, 0),
    isComplete: counts.every(({ isComplete }) => isComplete),
  }
}

/** Erases what a selection means. A filter means what it fitted at `countedAt`; of a refusal in the middle it tells how much is gone. */
export async function erase(api: Api, solutionId: string, { request }: Erasable, countedAt: string): Promise<Erased> {
  if (!('filters' in request)) {
    const answer = await attempt(api.createErasure({ solutionId, erasureNewDto: request }))
    return answer.ok
      ? { erased: answer.value.erased, isRunning: answer.value.status === 'RUNNING', problem: null }
      : { erased: 0, isRunning: false, problem: answer.problem }
  }
  const ids = await attempt(idsOf(api, solutionId, upTo(request.filters, countedAt)))
  if (!ids.ok) return { erased: 0, isRunning: false, problem: ids.problem }
  let erased = 0
  for (let at = 0; at < ids.value.length; at += idsAtOnce) {
    const verificationIds = ids.value.slice(at, at + idsAtOnce)
    // oxlint-disable-next-line no-await-in-loop -- a refusal ends it
    const answer = await attempt(api.createErasure({ solutionId, erasureNewDto: { verificationIds } }))
    if (!answer.ok) return { erased, isRunning: false, problem: answer.problem }
    erased += answer.value.erased
  }
  return { erased, isRunning: false, problem: null }
}

function upTo(filters: LogFilter, at: string): LogFilter {
  return filters.to !== undefined && filters.to < at ? filters : { ...filters, to: at }
}

/** Ids that fit, at most as many as are counted. */
async function idsOf(api: Api, solutionId: string, filters: LogFilter): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    // oxlint-disable-next-line no-await-in-loop -- each page names the next one
    const page = await api.listVerifications({ ...filters, solutionId, limit: 100, cursor })
    ids.push(...page.items.map(({ verificationId }) => verificationId))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined && ids.length < verificationsCountedMax)
  return ids.slice(0, verificationsCountedMax)
}
