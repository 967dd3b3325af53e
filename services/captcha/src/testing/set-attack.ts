import type { Database } from '@bollard/database'

/** Lets an attack on a site press now, since `sinceMs` milliseconds ago, as processes note it; null ends it. */
export async function setAttack(db: Database, siteId: number, sinceMs: number | null): Promise<void> {
  if (sinceMs === null) {
    await db.query('test-attack-end', 'delete from captcha.sites_under_attack where site_id = $1', [siteId])
    return
  }
  await db.query(
    'test-attack',
    `insert into captcha.sites_under_attack (site_id, since, seen_at, issued, usual)
     values ($1, clock_timestamp() - $2::float8 * interval '1 ms', clock_timestamp(), 900, 40)
     on conflict (site_id) do update set seen_at = excluded.seen_at`,
    [siteId, sinceMs],
  )
}
