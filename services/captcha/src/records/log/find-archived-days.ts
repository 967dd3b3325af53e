import type { ArchivedDays } from '@bollard/contracts'
import type { Queries } from '@bollard/database'

/** The first and the last archived day of a site; both null where it has none. */
export async function findArchivedDays(db: Queries, siteId: number): Promise<ArchivedDays> {
  const [row] = await db.query(
    'captcha-archive-span',
    `select min(a.day)::text as "from", max(a.day)::text as "to" from captcha.archived_days a where a.site_id = $1`,
    [siteId],
  )
  return row ?? { from: null, to: null }
}
