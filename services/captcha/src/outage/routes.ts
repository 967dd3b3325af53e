import { captchaRoutes } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import { mountRoute } from '@bollard/http'
import type { SiteScope } from '../records/sites/site-scope.ts'
import { pageById, readIdCursor } from '../records/store/id-cursor.ts'
import { listOutages } from './outages.ts'

const shownMs = 90 * 86_400_000

/** The call that shows when widgets could not be served. */
export function mountOutages(app: SiteScope, context: { readonly db: Database; readonly now: () => Date }): void {
  mountRoute(app, captchaRoutes.listOutages, async ({ query }) => {
    const outages = await listOutages(context.db, {
      endedAfter: new Date(context.now().getTime() - shownMs),
      after: readIdCursor(query.cursor),
      limit: query.limit + 1,
    })
    return pageById(outages, query.limit, ({ id, from, to, cause }) => ({
      id,
      from: from.toISOString(),
      to: to?.toISOString() ?? null,
      cause,
    }))
  })
}
