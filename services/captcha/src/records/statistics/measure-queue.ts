import type { Queries } from '@bollard/database'

/** What waits to be rolled up. It never gives up; the age is that of the latest fact in the oldest row. */
export async function measureRollups(
  db: Queries,
  now: Date,
): Promise<{ depth: number; oldestSeconds: number; retries: number; deadLetters: number }> {
  const [row] = await db.query('captcha-rollups-measure', measureSql, [now.getTime()])
  return { depth: row?.depth ?? 0, oldestSeconds: row?.oldestSeconds ?? 0, retries: 0, deadLetters: 0 }
}

const measureSql = `with waiting as (
    select (select max(one) from unnest(issued_ms) one) as ms from captcha.pending_rollups
    union all select (select max(one) from unnest(at_ms) one) from captcha.pending_counts)
  select count(*)::integer as depth, coalesce(greatest(0, $1::bigint - min(ms)) / 1000.0, 0)::float8 as "oldestSeconds" from waiting`
