import { randomUUIDv7 } from 'node:crypto'
import { captchaRoutes } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import { mountRoute, ProblemError } from '@bollard/http'
import { recordAudit } from '../audit/record-audit.ts'
import type { SiteScope } from '../sites/site-scope.ts'
import { pageById, readIdCursor } from '../store/id-cursor.ts'
import { describeErasure, findErasure, listErasures, requestErasure } from './erasures.ts'

export interface ErasureContext {
  readonly db: Database
  readonly now: () => Date
  /** Whether days of the log are being archived here. */
  readonly archivesLog: boolean
}

/** The calls that erase verifications, and show how far that has come. */
export function mountErasures(app: SiteScope, context: ErasureContext): void {
  const { db, now, archivesLog: archives } = context

  mountRoute(app, captchaRoutes.createErasure, async ({ actor, standing: { site }, body, call }) => {
    const at = now()
    return db.transaction(async (tx) => {
      const taken = await requestErasure(tx, {
        id: randomUUIDv7(),
        siteId: site.id,
        request: body,
        createdBy: actor.userId,
        now: at.getTime(),
        archives,
      })
      if (taken === undefined) throw new ProblemError('quota-exceeded')
      // What a request names is forgotten with what it erases, so the log must not keep it.
      const after = { scope: taken.scope, ...(body.before !== undefined && { before: body.before }) }
      await recordAudit(tx, actor, call, at, {
        site,
        action: 'erasure.requested',
        target: { kind: 'erasure', id: taken.id },
        after,
      })
      return describeErasure(taken)
    })
  })

  mountRoute(app, captchaRoutes.listErasures, async ({ standing: { site }, query }) =>
    pageById(
      await listErasures(db, { siteId: site.id, after: readIdCursor(query.cursor), limit: query.limit + 1 }),
      query.limit,
      describeErasure,
    ),
  )

  mountRoute(app, captchaRoutes.getErasure, async ({ standing: { site }, params }) => {
    const erasure = await findErasure(db, { siteId: site.id, id: params.erasureId })
    if (erasure === undefined) throw new ProblemError('not-found')
    return describeErasure(erasure)
  })
}
