import type { Queries } from '@bollard/database'
import { findMatches, findRowBelow } from './find-matches.ts'
import { listStretches } from './list-stretches.ts'
import { isBelow, type LogPosition, positionBelow } from './log-cursor.ts'
import type { StoredFilter } from './stored-filter.ts'

export interface LogSearch {
  readonly siteId: number
  readonly filter: StoredFilter
  /** Goes on below this place; null begins at the newest. */
  readonly after: LogPosition | null
  /** Most to find. */
  readonly limit: number
  /** Nothing was issued later, in milliseconds since 1970. */
  readonly newest: number
  /** Milliseconds after which the search ends with what it has; at least one step is always done. */
  readonly budgetMs: number
  /** Rows read in the first step where nothing tells how many there are, in place of 1 000. */
  readonly stepRows?: number
}

export interface LogFound {
  /** Newest first. */
  readonly found: readonly LogPosition[]
  /** Where the search ended for lack of time; null when it found enough or came to the end of the log. */
  readonly stoppedAt: LogPosition | null
}

/** Rows read in one step; later ones read more, since the first often is enough. */
const firstStep = 1_000
const laterSteps = 8
/** A step looks at so much time at first, and at ever more while that holds too few rows: most pages need few partitions. */
const firstSpanMs = 86_400_000
const spanGrowth = 64

/**
 * Verifications of a site that fit a filter, newest first. What the zone map covers is read only where it says that something
 * could fit, the rest row by row; both in steps, so that a search that finds little ends in time and can go on later.
 */
export async function searchLog(
  db: Queries,
  search: LogSearch,
  elapsed: () => number = () => performance.now(),
): Promise<LogFound> {
  const { siteId, filter, limit, stepRows = firstStep } = search
  const startedAt = elapsed()
  const outOfTime = (): boolean => elapsed() - startedAt >= search.budgetMs
  const top = positionBelow(Math.min(filter.to, search.newest + 1))
  const start = search.after !== null && isBelow(search.after, top) ? search.after : top
  const found: LogPosition[] = []
  for await (const stretch of listStretches(db, { siteId, filter, start })) {
    const end = positionBelow(stretch.from)
    let { below } = stretch
    let rows = isOpen(filter) ? limit : stepRows
    let spanMs = firstSpanMs
    while (isBelow(end, below)) {
      const reach = stretch.isSmall ? stretch.from : Math.max(stretch.from, below.issuedAt.getTime() - spanMs)
      const next = stretch.isSmall
        ? null
        : await findRowBelow(db, { siteId, filter, stretch: { from: reach, below }, rows })
      const from = next ?? reach
      found.push(...(await findMatches(db, { siteId, filter, stretch: { from, below }, limit: limit - found.length })))
      if (found.length >= limit) return { found, stoppedAt: null }
      below = positionBelow(from)
      // A step that holds too few rows costs next to nothing, and whoever goes on later would have to make it again.
      if ((next !== null || stretch.isSmall) && outOfTime())
        return { found, stoppedAt: from > filter.from ? below : null }
      if (next === null) spanMs *= spanGrowth
      else rows = stepRows * laterSteps
    }
  }
  return { found, stoppedAt: null }
}

/** Whether every row fits. */
function isOpen({ conditions, feedback }: StoredFilter): boolean {
  return conditions.length === 0 && feedback === null
}
