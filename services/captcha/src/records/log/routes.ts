import { captchaRoutes } from '@bollard/contracts'
import type { Reads } from '@bollard/database'
import { mountRoute, ProblemError } from '@bollard/http'
import { findSpan } from '../archive/archived-days.ts'
import type { SiteScope } from '../sites/site-scope.ts'
import { toVerification } from '../store/stored-verification.ts'
import { issuedAtOf } from '../store/verification-id.ts'
import { countVerifications } from './count-verifications.ts'
import { listVerifications } from './list-verifications.ts'
import { decodeCursor } from './log-cursor.ts'
import { findVerification } from './read-verifications.ts'

export interface LogContext {
  /** Where the log is read from. */
  readonly reads: Reads
  readonly now: () => Date
  readonly groupOf: (code: string) => string
  readonly nameOfNetwork: (asn: number) => string | null
}

/** Verifications one by one: as pages and by id. */
export function mountLog(app: SiteScope, context: LogContext): void {
  const { reads, groupOf, nameOfNetwork, now } = context

  mountRoute(app, captchaRoutes.listVerifications, async ({ standing: { site }, params: { solutionId }, query }) => {
    const { cursor, limit, ...filter } = query
    const after = cursor === undefined ? null : decodeCursor(cursor)
    const { rows, nextCursor, searchedUntil } = await reads((db) =>
      listVerifications(db, { siteId: site.id, filter, after, limit, now: now().getTime() }),
    )
    const items = rows.map((row) => toVerification(row, { solutionId, groupOf, nameOfNetwork }))
    return { items, nextCursor, searchedUntil: searchedUntil?.toISOString() ?? null }
  })

  mountRoute(app, captchaRoutes.countVerifications, async ({ standing: { site }, query: filter }) =>
    reads((db) => countVerifications(db, { siteId: site.id, filter, now: now().getTime() })),
  )

  mountRoute(app, captchaRoutes.getArchivedDays, async ({ standing: { site } }) => reads((db) => findSpan(db, site.id)))

  mountRoute(
    app,
    captchaRoutes.getVerification,
    async ({ standing: { site }, params: { solutionId, verificationId: id } }) => {
      const issuedAt = issuedAtOf(id)
      const row = Number.isNaN(issuedAt)
        ? undefined
        : await reads((db) => findVerification(db, { siteId: site.id, id, issuedAt: new Date(issuedAt) }))
      if (row === undefined) throw new ProblemError('not-found')
      return toVerification(row, { solutionId, groupOf, nameOfNetwork })
    },
  )
}
