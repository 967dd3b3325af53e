import type { Queries } from '@bollard/database'

/** Locks that hold now, by their reason: all, or of so many. */
export async function countLocks(
  db: Queries,
  now: Date,
  max: number | null = null,
): Promise<readonly { readonly reason: string; readonly n: number }[]> {
  return db.query('solution-locks-count', countSql, [now, max])
}

const countSql = `select reason, count(*)::int as n from (
    select reason from solution.locks
    where unlocked_at is null and locked_at <= $1 and (locked_until is null or locked_until > $1) limit $2) l
  group by reason order by n desc, reason`
