import { randomUUIDv7 } from 'node:crypto'
import { captchaRoutes } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import { mountRoute, ProblemError } from '@bollard/http'
import { storeFilter } from '../log/stored-filter.ts'
import type { SiteScope } from '../sites/site-scope.ts'
import { deleteSavedFilter, insertSavedFilter, listSavedFilters, renameSavedFilter } from './saved-filters.ts'

/** The calls with which people keep filters of the log for themselves. No audit entry: they change nothing for anybody else. */
export function mountSavedFilters(
  app: SiteScope,
  { db, now }: { readonly db: Database; readonly now: () => Date },
): void {
  mountRoute(app, captchaRoutes.listSavedFilters, async ({ actor: { userId }, standing: { site } }) => ({
    items: await listSavedFilters(db, { siteId: site.id, userId }),
    nextCursor: null,
  }))

  mountRoute(app, captchaRoutes.createSavedFilter, async ({ actor: { userId }, standing: { site }, body }) => {
    // Refuses filters that name what the site never had.
    await storeFilter(db, site.id, body.filters)
    const wanted = { ...body, id: randomUUIDv7(), at: now() }
    const made = await db.transaction(async (tx) => insertSavedFilter(tx, { siteId: site.id, userId }, wanted))
    if (made === 'full') throw new ProblemError('quota-exceeded')
    if (made === 'taken') throw nameTaken()
    return made
  })

  mountRoute(app, captchaRoutes.renameSavedFilter, async ({ actor: { userId }, standing: { site }, params, body }) => {
    const renamed = await renameSavedFilter(
      db,
      { siteId: site.id, userId },
      { id: params.savedFilterId, name: body.name },
    )
    if (renamed === undefined) throw new ProblemError('not-found')
    if (renamed === 'taken') throw nameTaken()
    return renamed
  })

  mountRoute(app, captchaRoutes.deleteSavedFilter, async ({ actor: { userId }, standing: { site }, params }) => {
    if (!(await deleteSavedFilter(db, { siteId: site.id, userId }, params.savedFilterId)))
      throw new ProblemError('not-found')
  })
}

function nameTaken(): ProblemError {
  return new ProblemError('state-conflict', 'You have a saved filter with this name.')
}
