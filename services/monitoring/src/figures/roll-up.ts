import type { Database, Queries } from '@bollard/database'
import {
  dayAt,
  emptyRollUp,
  mergeRollUps,
  type RollUp,
  rollUpOfTime,
  type StateTime,
  timeByState,
  uptimeFormulas,
  uptimeOf,
} from '@bollard/uptime'
import { rollUpOfRow } from './rollups.ts'
import { readHistory } from './uptime.ts'

const hourMs = 3_600_000
/** Of one transaction. */
const atOnce = 100
/** Results that were slow to come are waited for so long after the end of an hour. */
const waitMs = 2 * 60_000

/**
 * Rolls hours up in which anything has happened, once they are over, and the days that they belong to. Each is reckoned anew from its
 * results, so that a run that was killed is simply made again. Safe in several processes at once. Answers how many hours were done.
 */
export async function rollUpHours(db: Database, now: Date): Promise<number> {
  for (let done = 0; ;) {
    const count = await db.transaction((tx) => rollUpSome(tx, new Date(now.getTime() - hourMs - waitMs)))
    done += count
    if (count < atOnce) return done
  }
}

type PendingHour = {
  readonly serviceId: string
  readonly solutionId: string
  readonly timeZone: string
  readonly hour: Date
}

async function rollUpSome(tx: Queries, until: Date): Promise<number> {
  const hours: PendingHour[] = await tx.query('monitoring-hours-take', takeSql, [until, atOnce])
  if (hours.length === 0) return 0
  const rows = []
  for (const one of hours) {
    const time = await timeOf(tx, one, one.hour.getTime(), one.hour.getTime() + hourMs)
    const results = await tx.query('monitoring-hour-results', resultsSql, [one.serviceId, one.hour])
    const rollup = mergeRollUps([rollUpOfTime(time), ...results.map(rollUpOfRow)])
    rows.push({ serviceId: one.serviceId, solutionId: one.solutionId, at: one.hour, rollup })
  }
  await tx.query('monitoring-hours-store', hoursSql, [JSON.stringify(rows)])
  const days = new Map(hours.map((one) => [`${one.serviceId} ${dayAt(one.timeZone, one.hour.getTime()).day}`, one]))
  for (const one of days.values()) await rollUpDay(tx, one)
  return hours.length
}

/** Yesterday, of services to which nothing has happened up to its end. Run it once an hour. Answers how many days were reckoned. */
export async function fillDays(db: Database, now: Date): Promise<number> {
  const missing = await db.query('monitoring-days-missing', missingSql, [now])
  for (const { serviceId, solutionId, timeZone, last } of missing)
    await db.transaction((tx) => rollUpDay(tx, { serviceId, solutionId, timeZone, hour: last }))
  return missing.length
}

/** The day of a zone that an hour lies in, as far as it is over. */
async function rollUpDay(tx: Queries, one: PendingHour): Promise<void> {
  const day = dayAt(one.timeZone, one.hour.getTime())
  const hours = await tx.query('monitoring-day-hours', dayHoursSql, [
    one.serviceId,
    new Date(day.from),
    new Date(day.until),
  ])
  // Hours on the edge of a day share their time between two; so time comes from the states themselves.
  const until = Math.min(day.until, one.hour.getTime() + hourMs)
  const time = await timeOf(tx, one, day.from, until)
  const checks = hours.map(({ rollup }): RollUp => ({ ...rollup, time: emptyRollUp.time }))
  const rollup = mergeRollUps([rollUpOfTime(time), ...checks])
  const { good, counted } = uptimeOf(uptimeFormulas.DURATION, time)
  const seconds = [counted / 2, good / 2, time.DOWN].map((ms) => Math.round(ms / 1_000))
  await tx.query('monitoring-day-store', daySql, [
    one.serviceId,
    day.day,
    one.solutionId,
    JSON.stringify(rollup),
    new Date(until),
    ...seconds,
  ])
}

async function timeOf(
  tx: Queries,
  { solutionId, serviceId }: PendingHour,
  from: number,
  until: number,
): Promise<StateTime> {
  const history = await readHistory(tx, { solutionId, serviceId, from: new Date(from), until: new Date(until) })
  return timeByState(history, from, until)
}

const takeSql = `with taken as (delete from monitoring.pending_hours where (service_id, hour) in (
      select service_id, hour from monitoring.pending_hours where hour <= $1 order by hour, service_id limit $2 for update skip locked)
    returning service_id, hour)
  select t.service_id as "serviceId", s.solution_id as "solutionId", p.time_zone as "timeZone", t.hour
  from taken t join monitoring.services s on s.id = t.service_id join monitoring.spaces p on p.solution_id = s.solution_id order by t.hour`
const resultsSql = `select at, verdict, total_ms as "totalMs" from monitoring.results
  where service_id = $1 and at >= $2::timestamptz and at < $2::timestamptz + interval '1 hour'`
const hoursSql = `insert into monitoring.hour_rollups (service_id, at, solution_id, rollup)
  select "serviceId", at, "solutionId", rollup from jsonb_to_recordset($1::jsonb) as n ("serviceId" uuid, at timestamptz, "solutionId" uuid, rollup jsonb)
  on conflict (service_id, at) do update set rollup = excluded.rollup`
const dayHoursSql = 'select rollup from monitoring.hour_rollups where service_id = $1 and at >= $2 and at < $3'
const daySql = `insert into monitoring.day_rollups (service_id, day, solution_id, rollup, until, counted_seconds, up_seconds, down_seconds)
  values ($1, $2::date, $3, $4::jsonb, $5, $6, $7, $8) on conflict (service_id, day) do update set rollup = excluded.rollup,
    until = greatest(day_rollups.until, excluded.until), counted_seconds = excluded.counted_seconds, up_seconds = excluded.up_seconds, down_seconds = excluded.down_seconds`
const missingSql = `select s.id as "serviceId", s.solution_id as "solutionId", p.time_zone as "timeZone", e.at - interval '1 second' as last
  from monitoring.services s join monitoring.spaces p on p.solution_id = s.solution_id
    cross join lateral (select date_trunc('day', $1::timestamptz, p.time_zone) as at) e
  where s.created_at < e.at and not exists (select from monitoring.day_rollups d where d.service_id = s.id
    and d.day = ((e.at - interval '1 second') at time zone p.time_zone)::date and d.until >= e.at) limit 2000`
