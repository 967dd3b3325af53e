import type { Queries } from '@bollard/database'

/** Solutions with an open lock because of a security incident, the latest first. */
export function listIncidents(db: Queries, limit: number): Promise<{ solutionId: string; lockedAt: Date }[]> {
  return db.query('solution-incidents', incidentsSql, [limit])
}

/** What the captcha has not been told of yet. It never gives up, so nothing of it is ever dead. The age is that of the solution's last change. */
export async function measureNotices(
  db: Queries,
  now: Date,
): Promise<{ depth: number; oldestSeconds: number; retries: number; deadLetters: number }> {
  const [row] = await db.query('solution-untold-count', untoldSql, [now])
  return { depth: row?.depth ?? 0, oldestSeconds: row?.oldestSeconds ?? 0, retries: 0, deadLetters: 0 }
}

const incidentsSql = `select solution_id as "solutionId", max(locked_at) as "lockedAt" from solution.locks
  where reason = 'SECURITY_INCIDENT' and unlocked_at is null group by solution_id order by max(locked_at) desc, solution_id limit $1`
const untoldSql = `select count(*)::integer as depth,
    coalesce(greatest(0, extract(epoch from $1::timestamptz - min(updated_at))), 0)::float8 as "oldestSeconds"
  from solution.solutions where told_number < restriction_number`
