import type { Queries } from '@bollard/database'

/** Uses up a failover token of a site; false when somebody did before. */
export async function useFailover(db: Queries, use: { siteId: number; id: string; at: Date }): Promise<boolean> {
  const rows = await db.query<{ id: string }>(
    'captcha-failover-use',
    'insert into captcha.failover_uses (site_id, id, used_at) values ($1, $2, $3) on conflict do nothing returning id',
    [use.siteId, use.id, use.at],
  )
  return rows.length === 1
}
