/** Whether a service `s` of a space `p` is checked, in SQL. */
export const isActive = `(not s.paused and not s.withheld and not 'REFUSE' = any (p.effects))`

/** Whether such a service is checked at a place of the installation, in SQL: it names that place, or none. */
export const isCheckedAt = (place: string): string =>
  `(${isActive} and (cardinality(s.places) = 0 or ${place} = any (s.places)))`

/**
 * Lets checks of the solutions `$1` begin or end at `$2`, as pauses, plans and locks say by now, and has the engine look at their services
 * anew. One statement, so that it can be part of any transaction.
 */
export const rescheduleSql = `with every as (select s.id, s.solution_id from monitoring.services s where s.solution_id = any ($1::uuid[])),
    held as (select c.service_id, c.place, ${isCheckedAt('c.place')} as active from monitoring.schedules c
      join monitoring.services s on s.id = c.service_id join monitoring.spaces p on p.solution_id = s.solution_id
      where s.solution_id = any ($1::uuid[]) and c.probe_id is null and (c.due_at is not null) is distinct from ${isCheckedAt('c.place')}
      order by c.service_id, c.place for update of c),
    changed as (update monitoring.schedules c set due_at = case when h.active then $2::timestamptz end, lease = null, leased_until = null
      from held h where c.service_id = h.service_id and c.place = h.place)
  insert into monitoring.signals (service_id, solution_id, at, event) select id, solution_id, $2, '{"kind": "REFRESH"}' from every`
