import type { Database, Queries } from '@bollard/database'

/** How many requests of a solution were decided about in the month of a moment, as plans count them; months of UTC. */
export async function countRequests(db: Queries, solutionId: string, at: Date): Promise<number> {
  const [row] = await db.query('protection-usage-month', monthSql, [solutionId, at])
  return Number(row?.requests ?? 0)
}

/**
 * Adds to what plans count. `days` is JSON, `[{ solutionId, day, requests }]` with days of UTC such as `2026-03-02`, in an order
 * that is the same in all processes. What was deleted meanwhile is left out.
 */
export async function addUsage(tx: Queries, days: string): Promise<void> {
  await tx.query('protection-count-usage', addSql, [days])
}

/** Deletes what is too old to be shown or billed. */
export async function sweepUsage(db: Database, at: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(at.getTime() - days * 86_400_000)
  await db.query('protection-limiter-hours-sweep', 'delete from protection.limiter_hours where hour < $1', [daysAgo(2)])
  await db.query('protection-allowed-days-sweep', 'delete from protection.allowed_days where day < $1::date', [
    daysAgo(31),
  ])
  await db.query('protection-usage-days-sweep', 'delete from protection.usage_days where day < $1::date', [
    daysAgo(400),
  ])
}

const monthSql = `select coalesce(sum(requests), 0)::bigint as requests from protection.usage_days
  where solution_id = $1 and day >= date_trunc('month', $2::timestamptz at time zone 'UTC')::date
    and day < (date_trunc('month', $2::timestamptz at time zone 'UTC') + interval '1 month')::date`
const addSql = `insert into protection.usage_days as d (solution_id, day, requests)
  select n."solutionId", n.day, n.requests from jsonb_to_recordset($1::jsonb) as n ("solutionId" uuid, day date, requests bigint)
    where exists (select from protection.spaces s where s.solution_id = n."solutionId")
  on conflict (solution_id, day) do update set requests = d.requests + excluded.requests`
