import type { Queries } from '@bollard/database'

/** Locks that hold now, by their reason. */
export async function countLocks(db: Queries): Promise<readonly { readonly reason: string; readonly n: number }[]> {
  return db.query('solution-locks-count', countSql)
}

const countSql = `select reason, count(*)::int as n from solution.locks
  where unlocked_at is null and locked_at <= now() and (locked_until is null or locked_until > now()) group by reason`
