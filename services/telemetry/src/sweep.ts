import type { Database } from '@bollard/database'
import { dayOf, daysBefore } from './days.ts'

/**
 * Replays show one visit each and have served their purpose within a month. Counts tell nothing of anybody and are compared with those of
 * the year before.
 */
const keptDays = { replays: 30, performance: 90, pageViews: 400 }

/** Deletes what is too old, replays a few at a time, since each may hold megabytes. Safe in several processes at once. */
export async function sweepTelemetry(db: Database, now: Date): Promise<void> {
  await db.query('telemetry-views-sweep', 'delete from telemetry.page_views where day < $1::date', [
    dayOf(daysBefore(now, keptDays.pageViews)),
  ])
  await db.query('telemetry-performance-sweep', 'delete from telemetry.performance_counts where day < $1::date', [
    dayOf(daysBefore(now, keptDays.performance)),
  ])
  const before = daysBefore(now, keptDays.replays)
  for (let deleted = 1; deleted > 0;) deleted = (await db.query('telemetry-replays-sweep', replaysSql, [before])).length
}

const replaysSql = `delete from telemetry.replays where id in (
    select id from telemetry.replays where started_at < $1 order by id limit 100)
  returning id`
