import type { Queries } from '@bollard/database'
import { isActive } from '../space/reschedule.ts'

/** Says that a place checks, and gives every service a schedule there that has none. Run it about once a minute. */
export async function keepPlace(db: Queries, place: string, at: Date): Promise<void> {
  await db.query('monitoring-place-seen', seenSql, [place, at])
  await db.query('monitoring-place-schedules', schedulesSql, [place, at])
}

/** Places that check now: whoever was silent for a day checks no more. */
export async function listPlaces(db: Queries, at: Date): Promise<string[]> {
  const rows = await db.query('monitoring-places', placesSql, [at])
  return rows.map(({ name }) => name)
}

const seenSql = `insert into monitoring.places as known (name, seen_at) values ($1, $2)
  on conflict (name) do update set seen_at = greatest(known.seen_at, excluded.seen_at)`
const schedulesSql = `insert into monitoring.schedules (service_id, place, solution_id, due_at)
  select s.id, $1, s.solution_id, case when ${isActive} then $2::timestamptz end
  from monitoring.services s join monitoring.spaces p on p.solution_id = s.solution_id
  where s.kind not in ('HEARTBEAT', 'GROUP', 'MANUAL')
    and not exists (select from monitoring.schedules c where c.service_id = s.id and c.place = $1)
  on conflict (service_id, place) do nothing`
const placesSql = `select name from monitoring.places where seen_at > $1::timestamptz - interval '1 day' order by name`
