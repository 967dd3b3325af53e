import type { Queries } from '@bollard/database'
import { isCheckedAt } from '../space/reschedule.ts'

/** Says that a place checks, and gives every service a schedule there that has none. Run it about once a minute. */
export async function keepPlace(db: Queries, place: string, at: Date): Promise<void> {
  await db.query('monitoring-place-seen', seenSql, [place, at])
  await db.query('monitoring-place-schedules', schedulesSql, [place, at])
}

/** What names a service and where it is checked. */
interface Placed {
  readonly solutionId: string
  readonly places: readonly string[]
}

/**
 * From where services of some solutions are checked now. A place of the installation that was silent for a day checks no more, a probe after
 * ten minutes: what people run themselves is away more often, and must not keep others from agreeing.
 */
export async function findPlaces(
  db: Queries,
  solutionIds: readonly string[],
  at: Date,
): Promise<(service: Placed) => readonly string[]> {
  const rows = await db.query('monitoring-places', placesSql, [at, solutionIds])
  const everywhere = rows.filter((row) => row.solutionId === null).map(({ name }) => name)
  return ({ solutionId, places }) => {
    if (places.length === 0) return everywhere
    const own = rows.filter((row) => row.solutionId === solutionId).map(({ name }) => name)
    const here = places.filter((name) => everywhere.includes(name) || own.includes(name))
    return here.length === 0 ? places : here
  }
}

const seenSql = `insert into monitoring.places as known (name, seen_at) values ($1, $2)
  on conflict (name) do update set seen_at = greatest(known.seen_at, excluded.seen_at)`
const schedulesSql = `insert into monitoring.schedules (service_id, place, solution_id, due_at)
  select s.id, $1, s.solution_id, case when ${isCheckedAt('$1')} then $2::timestamptz end
  from monitoring.services s join monitoring.spaces p on p.solution_id = s.solution_id
  where s.kind not in ('HEARTBEAT', 'GROUP', 'MANUAL')
    and not exists (select from monitoring.schedules c where c.service_id = s.id and c.place = $1)
  on conflict (service_id, place) do nothing`
const placesSql = `select name, null::uuid as "solutionId" from monitoring.places where seen_at > $1::timestamptz - interval '1 day'
  union all select place, solution_id from monitoring.probes
    where solution_id = any ($2::uuid[]) and revoked_at is null and last_seen_at > $1::timestamptz - interval '10 minutes'
  order by name`
