import type { LogFilter } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import type { StoredVerification } from '../store/stored-verification.ts'
import { encodeCursor, type LogPosition } from './log-cursor.ts'
import { readVerifications } from './read-verifications.ts'
import { searchLog } from './search-log.ts'
import { storeFilter } from './stored-filter.ts'

export interface LogQuery {
  readonly siteId: number
  readonly filter: LogFilter
  readonly after: LogPosition | null
  readonly limit: number
  /** Milliseconds since 1970. */
  readonly now: number
  /** How long a page may be searched for; 40 by default. */
  readonly budgetMs?: number
  /** See `LogSearch`. */
  readonly stepRows?: number
}

export interface LogPage {
  readonly rows: readonly StoredVerification[]
  readonly nextCursor: string | null
  /** How far the search came when it ended for lack of time. */
  readonly searchedUntil: Date | null
}

/** Clocks of other processes may be ahead by so much. */
export const aheadMs = 86_400_000

/** A page of the log, newest first. @throws `invalid-parameter` when the filter names what the site never had. */
export async function listVerifications(
  db: Queries,
  { siteId, filter, after, limit, now, budgetMs = 40, ...steps }: LogQuery,
): Promise<LogPage> {
  const stored = await storeFilter(db, siteId, filter)
  if (stored === null) return { rows: [], nextCursor: null, searchedUntil: null }
  // One more than asked for tells whether there is a further page.
  const { found, stoppedAt } = await searchLog(db, {
    siteId,
    filter: stored,
    after,
    limit: limit + 1,
    newest: now + aheadMs,
    budgetMs,
    ...steps,
  })
  const page = found.slice(0, limit)
  const last = page.at(-1)
  const goOn = found.length > limit ? last : (stoppedAt ?? undefined)
  return {
    rows: await readVerifications(db, siteId, page),
    nextCursor: goOn === undefined ? null : encodeCursor(goOn),
    searchedUntil: stoppedAt?.issuedAt ?? null,
  }
}
