import type { Database } from '@bollard/database'
import { sweepRepeatedCalls } from '@bollard/http'

/** Single results, and roll-ups of hours; those of days and changes of states stay as long as the plan says. */
export const resultsKeptDays = 2
export const hoursKeptDays = 60
/** Far longer than a signed heartbeat counts. */
const noncesKeptHours = 1
/** Older results of a probe count nowhere, and its calls were refused long before. */
const instancesKeptDays = 7
/** Of one statement, so that none holds others up. */
const atOnce = 10_000

/** Deletes what is too old. Results that are not rolled up yet stay. Safe in several processes at once. */
export async function sweepMonitoring(db: Database, now: Date): Promise<void> {
  const before = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000)
  for (let deleted = atOnce; deleted === atOnce;)
    deleted = (await db.query('monitoring-sweep-results', resultsSql, [before(24 * resultsKeptDays), atOnce])).length
  for (let deleted = atOnce; deleted === atOnce;)
    deleted = (await db.query('monitoring-sweep-hours', hoursSql, [before(24 * hoursKeptDays), atOnce])).length
  await db.query('monitoring-sweep-days', daysSql, [now])
  await db.query('monitoring-sweep-transitions', transitionsSql, [now])
  await db.query('monitoring-sweep-nonces', 'delete from monitoring.heartbeat_nonces where at < $1', [
    before(noncesKeptHours),
  ])
  await db.query('monitoring-sweep-instances', 'delete from monitoring.probe_instances where seen_at < $1', [
    before(24 * instancesKeptDays),
  ])
  await sweepRepeatedCalls(db, 'monitoring', now)
}

const resultsSql = `delete from monitoring.results r using (select service_id, at, place from monitoring.results o where o.at < $1
    and not exists (select from monitoring.pending_hours h where h.service_id = o.service_id and h.hour = date_trunc('hour', o.at, 'UTC')) limit $2) old
  where r.service_id = old.service_id and r.at = old.at and r.place = old.place returning 1 as one`
const hoursSql = `delete from monitoring.hour_rollups r using (select service_id, at from monitoring.hour_rollups where at < $1 limit $2) old
  where r.service_id = old.service_id and r.at = old.at returning 1 as one`
const daysSql = `delete from monitoring.day_rollups d using monitoring.spaces p
  where p.solution_id = d.solution_id and d.day < ($1::timestamptz - make_interval(days => p.plan_result_days + 1))::date`
// The last one before the end of what is kept says which state held there.
const transitionsSql = `delete from monitoring.transitions t using monitoring.spaces p where p.solution_id = t.solution_id
    and t.at < $1::timestamptz - make_interval(days => p.plan_result_days + 1)
    and exists (select from monitoring.transitions n where n.service_id = t.service_id and (n.at, n.id) > (t.at, t.id)
      and n.at < $1::timestamptz - make_interval(days => p.plan_result_days + 1))`
