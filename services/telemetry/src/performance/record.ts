import type { PerformanceEventsNew } from '@bollard/contracts'
import { dayOf } from '../days.ts'
import type { TelemetryContext } from '../telemetry-context.ts'
import { bucketOf } from './buckets.ts'

/** So many lines a day: some 40 for each metric of a page. Somebody who makes up pages fills nothing beyond; known lines are always counted. */
const rowsPerDayMax = 50_000

/** Counts what a page has measured, by day, page, metric and bucket. */
export async function recordPerformance(
  { db, now }: Pick<TelemetryContext, 'db' | 'now'>,
  { path, events }: PerformanceEventsNew,
): Promise<void> {
  const metrics = events.map(({ metric }) => metric)
  const buckets = events.map(({ value }) => bucketOf(value))
  await db.query('telemetry-performance-record', recordSql, [dayOf(now()), path, metrics, buckets, rowsPerDayMax])
}

const recordSql = `insert into telemetry.performance_counts as p (day, path, metric, bucket, events)
  select $1::date, $2::text, n.metric, n.bucket, count(*)::integer
    from unnest($3::text[], $4::smallint[]) as n (metric, bucket)
    where (select count(*) from telemetry.performance_counts o where o.day = $1::date) < $5
      or exists (select from telemetry.performance_counts o
        where o.day = $1::date and o.path = $2 and o.metric = n.metric and o.bucket = n.bucket)
    group by n.metric, n.bucket order by n.metric, n.bucket
  on conflict (day, path, metric, bucket) do update set events = p.events + excluded.events`
