import type { Queries } from '@bollard/database'

/** How long results of a site can be taken, and a site key of it. */
export interface ResultTerms {
  readonly ttlMinutes: number
  /** Of the environment that was asked for, else of the oldest that is not archived; null where there is none. */
  readonly siteKey: string | null
}

/** Null when the site is gone. */
export async function findResultTerms(
  db: Queries,
  siteId: number,
  environmentId: number | null,
): Promise<ResultTerms | null> {
  const [row] = await db.query(
    'captcha-result-terms',
    `select coalesce((s.settings ->> 'resultTtlMinutes')::int, 15) as "ttlMinutes",
       (select e.site_key from captcha.environments e where e.site_id = s.id and e.archived_at is null and ($2::int is null or e.id = $2) order by e.id limit 1) as "siteKey"
     from captcha.sites s where s.id = $1`,
    [siteId, environmentId],
  )
  return row ?? null
}
