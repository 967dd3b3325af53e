import type { PagePerformance } from '@bollard/contracts'
import { firstDay } from '../days.ts'
import type { TelemetryContext } from '../telemetry-context.ts'
import { valueOf } from './buckets.ts'

const rowsMax = 1_000

/** Percentiles of the last days by page and metric, the most measured pages first. */
export async function listPagePerformance(
  { db, now }: Pick<TelemetryContext, 'db' | 'now'>,
  { days, path = null }: { readonly days: number; readonly path?: string | null | undefined },
): Promise<{ items: PagePerformance[] }> {
  const rows = await db.query('telemetry-performance', percentilesSql, [firstDay(now(), days), path, rowsMax])
  return {
    items: rows.map(({ p50, p75, p95, ...row }) => ({
      ...row,
      p50: valueOf(p50),
      p75: valueOf(p75),
      p95: valueOf(p95),
    })),
  }
}

/** The bucket of a percentile is the first up to which that share of all events lies. */
const percentilesSql = `with counts as (
    select path, metric, bucket, sum(events) as events from telemetry.performance_counts
      where day >= $1::date and ($2::text is null or path = $2) group by path, metric, bucket),
  sums as (
    select path, metric, bucket, sum(events) over (partition by path, metric order by bucket) as upto,
      sum(events) over (partition by path, metric) as total, sum(events) over (partition by path) as of_page
      from counts)
  select path, metric, coalesce(max(total), 0)::integer as events,
    coalesce(min(bucket) filter (where upto >= total * 0.5), 0) as p50,
    coalesce(min(bucket) filter (where upto >= total * 0.75), 0) as p75,
    coalesce(min(bucket) filter (where upto >= total * 0.95), 0) as p95
    from sums group by path, metric order by max(of_page) desc, path, metric limit $3`
