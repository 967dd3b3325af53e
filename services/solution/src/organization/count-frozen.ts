import type { Queries } from '@bollard/database'

/** Organizations whose payouts are frozen now, `max` at most. */
export async function countFrozen(db: Queries, now: Date, max: number): Promise<number> {
  const [row] = await db.query('solution-organizations-frozen', countSql, [now, max])
  return row?.organizations ?? 0
}

const countSql = `select count(*)::int as organizations
  from (select from solution.organizations where payouts_frozen_until > $1 and deleted_at is null limit $2) n`
