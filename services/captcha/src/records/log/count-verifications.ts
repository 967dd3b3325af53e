import { type LogFilter, verificationsCountedMax } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { aheadMs } from './list-verifications.ts'
import { searchLog } from './search-log.ts'
import { storeFilter } from './stored-filter.ts'

export interface CountQuery {
  readonly siteId: number
  readonly filter: LogFilter
  /** Milliseconds since 1970. */
  readonly now: number
  /** How long it may take; 120 by default. */
  readonly budgetMs?: number
  /** See `LogSearch`. */
  readonly stepRows?: number
}

/** How many verifications fit, the newest first. @throws `invalid-parameter` when the filter names what the site never had. */
export async function countVerifications(
  db: Queries,
  { siteId, filter, now, budgetMs = 120, ...steps }: CountQuery,
): Promise<{ count: number; isComplete: boolean }> {
  const stored = await storeFilter(db, siteId, filter)
  if (stored === null) return { count: 0, isComplete: true }
  const { found, stoppedAt } = await searchLog(db, {
    siteId,
    filter: stored,
    after: null,
    limit: verificationsCountedMax + 1,
    newest: now + aheadMs,
    budgetMs,
    ...steps,
  })
  return {
    count: Math.min(found.length, verificationsCountedMax),
    isComplete: stoppedAt === null && found.length <= verificationsCountedMax,
  }
}
