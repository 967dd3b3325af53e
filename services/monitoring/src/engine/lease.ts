import type { Queries, RowOf } from '@bollard/database'
import { isCheckedAt } from '../space/reschedule.ts'

/** A check that this worker has in hand until its lease ends. */
export type Leased = RowOf<'monitoring-lease'>

/** A browser may be waited for before the time of a check begins. */
const browserSeconds = 30
/** Beyond its own timeout a check takes so long at most, with all that is done around it. */
const sparedSeconds = 5

/**
 * Takes checks of a place that are due, the longest due ones first, at most `most`. What another worker has in hand is left to it
 * until its lease ends: after the timeout of the check, and so within its interval.
 */
export async function leaseDue(
  db: Queries,
  {
    place,
    lease,
    at,
    most,
  }: { readonly place: string; readonly lease: string; readonly at: Date; readonly most: number },
): Promise<Leased[]> {
  if (most <= 0) return []
  return db.query('monitoring-lease', leaseSql, [place, at, most, lease, sparedSeconds])
}

const leaseSql = `with due as (
    select c.service_id, c.place from monitoring.schedules c
    where c.place = $1 and c.due_at <= $2 and (c.leased_until is null or c.leased_until <= $2)
    order by c.due_at limit $3 for update skip locked)
  update monitoring.schedules c set lease = $4, leased_until = $2::timestamptz + make_interval(secs => least(
      greatest(s.interval_seconds, p.plan_interval_seconds), (s.config ->> 'timeoutMs')::int / 1000 + $5::int
      + case when s.config #>> '{target,way}' = 'BROWSER' then ${browserSeconds} else 0 end))
  from due join monitoring.services s on s.id = due.service_id join monitoring.spaces p on p.solution_id = s.solution_id
  where c.service_id = due.service_id and c.place = due.place and ${isCheckedAt('c.place')}
  returning c.service_id as "serviceId", c.place, c.lease, c.due_at as "dueAt", s.solution_id as "solutionId", s.config, s.secret, s.secret_key_id as "secretKeyId",
    greatest(s.interval_seconds, p.plan_interval_seconds) as "intervalSeconds"`
