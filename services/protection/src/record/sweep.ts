import type { Database } from '@bollard/database'
import { fewValued } from './count-decisions.ts'
import { reportedLateHoursMax } from './write-batch.ts'

/** Counts of five minutes; later they are kept by quarters of an hour, and what has many values by hours. */
export const finestKeptDays = 3
/** A month, the month before, and until the report of both is closed. */
export const countsKeptDays = 100
/** Of one dimension in an hour that is rolled up. */
export const valuesKept = 100
/** Of one statement, so that none holds others up. */
const atOnce = 10_000
const hoursAtOnce = 50

/** Deletes decisions that are older than their site wants, and rolls up and deletes counts. Safe in several processes at once. */
export async function sweepRecords(db: Database, now: Date): Promise<void> {
  const before = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000)
  for (let deleted = atOnce; deleted === atOnce;)
    deleted = (await db.query('protection-sweep-decisions', decisionsSql, [now, atOnce])).length
  for (let deleted = atOnce; deleted === atOnce;)
    deleted = (await db.query('protection-sweep-reported', reportedSql, [before(reportedLateHoursMax + 1), atOnce]))
      .length
  await db.query('protection-sweep-batches', 'delete from protection.recorded_batches where at < $1', [before(1)])
  await rollUpCounts(db, now)
  for (let deleted = atOnce; deleted === atOnce;)
    deleted = (await db.query('protection-sweep-counts', countsSql, [before(24 * countsKeptDays), atOnce])).length
}

/** Rolls up hours that are old enough. Answers how many. */
export async function rollUpCounts(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - finestKeptDays * 86_400_000)
  before.setUTCMinutes(0, 0, 0)
  for (let done = 0; ;) {
    const hours = await db.query('protection-hours-due', dueSql, [before, hoursAtOnce])
    for (const { solutionId, hour } of hours)
      await db.transaction((tx) =>
        tx.query('protection-hour-roll-up', rollUpSql, [solutionId, hour, [...fewValued], valuesKept]),
      )
    done += hours.length
    if (hours.length < hoursAtOnce) return done
  }
}

const decisionsSql = `delete from protection.decisions d using (select o.id from protection.spaces s
    join lateral (select id from protection.decisions o where o.solution_id = s.solution_id
      and o.at < $1::timestamptz - make_interval(days => (s.settings ->> 'decisionDays')::int) limit $2) o on true limit $2) old
  where d.id = old.id returning 1 as one`
const reportedSql = `delete from protection.reported_ids r using (select solution_id, id from protection.reported_ids where at < $1 limit $2) old
  where r.solution_id = old.solution_id and r.id = old.id returning 1 as one`
const countsSql = `delete from protection.counts c using (select solution_id, at, dimension, value from protection.counts where at < $1 limit $2) old
  where c.solution_id = old.solution_id and c.at = old.at and c.dimension = old.dimension and c.value = old.value returning 1 as one`
const dueSql = `select distinct solution_id as "solutionId", date_trunc('hour', at, 'UTC') as hour from protection.counts
  where step = 5 and at < $1 order by 2, 1 limit $2`
// Deleted first, so that another process that does the same waits and then finds nothing.
const rollUpSql = `with gone as (delete from protection.counts where solution_id = $1 and at >= $2::timestamptz
      and at < $2::timestamptz + interval '1 hour' and step = 5 returning *),
    merged as (select g.solution_id, case when g.dimension = any ($3::text[]) then date_bin('15 minutes', g.at, 'epoch') else $2::timestamptz end as at,
      g.dimension, g.value, case when g.dimension = any ($3::text[]) then 15 else 60 end as step,
      sum(g.allow) as allow, sum(g.challenge) as challenge, sum(g.throttle) as throttle, sum(g.deny) as deny from gone g group by 1, 2, 3, 4, 5),
    ranked as (select m.*, row_number() over (partition by m.at, m.dimension order by m.allow + m.challenge + m.throttle + m.deny desc, m.value) as rank
      from merged m)
  insert into protection.counts as c (solution_id, at, dimension, value, step, allow, challenge, throttle, deny)
  select solution_id, at, dimension, value, step, allow, challenge, throttle, deny from ranked where step = 15 or rank <= $4
  on conflict (solution_id, at, dimension, value) do update set step = excluded.step, allow = c.allow + excluded.allow,
    challenge = c.challenge + excluded.challenge, throttle = c.throttle + excluded.throttle, deny = c.deny + excluded.deny`
