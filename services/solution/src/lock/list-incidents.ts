import type { Queries } from '@bollard/database'

/** Locks because of a security incident that are open or younger than `since`: the latest of each solution, the latest first. */
export function listIncidents(
  db: Queries,
  since: Date,
  limit: number,
): Promise<{ solutionId: string; lockedAt: Date; unlockedAt: Date | null }[]> {
  return db.query('solution-incidents', incidentsSql, [since, limit])
}

/** How many solutions were locked because of one on each day of UTC since a moment, the latest first; days without any are left out. */
export function countIncidents(db: Queries, since: Date): Promise<{ day: string; solutions: number }[]> {
  return db.query('solution-incident-days', daysSql, [since])
}

/** What the captcha has not been told of yet. It never gives up, so nothing of it is ever dead. The age is that of the solution's last change. */
export async function measureNotices(
  db: Queries,
  now: Date,
): Promise<{ depth: number; oldestSeconds: number; retries: number; deadLetters: number }> {
  const [row] = await db.query('solution-untold-count', untoldSql, [now])
  return { depth: row?.depth ?? 0, oldestSeconds: row?.oldestSeconds ?? 0, retries: 0, deadLetters: 0 }
}

const incidentsSql = `select "solutionId", "lockedAt", "unlockedAt" from (
    select distinct on (solution_id) solution_id as "solutionId", locked_at as "lockedAt", unlocked_at as "unlockedAt" from solution.locks
    where reason = 'SECURITY_INCIDENT' and (unlocked_at is null or locked_at >= $1) order by solution_id, locked_at desc) latest
  order by "lockedAt" desc, "solutionId" limit $2`
const daysSql = `select to_char(locked_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(distinct solution_id)::integer as solutions
  from solution.locks where reason = 'SECURITY_INCIDENT' and locked_at >= $1 group by 1 order by 1 desc`
const untoldSql = `select count(*)::integer as depth,
    coalesce(greatest(0, extract(epoch from $1::timestamptz - min(updated_at))), 0)::float8 as "oldestSeconds"
  from solution.solutions where told_number < restriction_number`
