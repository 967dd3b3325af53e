import type { LogFilter, Verification } from '@bollard/contracts'
import type { Reads } from '@bollard/database'
import { listVerifications } from '../log/list-verifications.ts'
import { decodeCursor, type LogPosition } from '../log/log-cursor.ts'
import { toVerification, type VerificationContext } from '../store/stored-verification.ts'

/** Longer than for a page that somebody waits for: a file may take its time. */
const budgetMs = 500

/**
 * Reads verifications of a site that fit a filter, newest first, after a place. The page may be shorter than `limit`, or
 * empty; `next` is where to go on, null at the end of the log.
 */
export type ReadLog = (query: {
  readonly siteId: number
  readonly solutionId: string
  readonly filter: LogFilter
  readonly after: LogPosition | null
  readonly limit: number
}) => Promise<{ readonly items: readonly Verification[]; readonly next: LogPosition | null }>

/** The log as its page searches it. */
export function createReadLog({
  reads,
  now,
  ...context
}: { readonly reads: Reads; readonly now: () => Date } & Omit<VerificationContext, 'solutionId'>): ReadLog {
  return async ({ siteId, solutionId, filter, after, limit }) => {
    const { rows, nextCursor } = await reads((db) =>
      listVerifications(db, { siteId, filter, after, limit, now: now().getTime(), budgetMs }),
    )
    return {
      items: rows.map((row) => toVerification(row, { ...context, solutionId })),
      next: nextCursor === null ? null : decodeCursor(nextCursor),
    }
  }
}
