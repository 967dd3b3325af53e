import type { Queries, RowOf } from '@bollard/database'
import type { ServiceState } from '@bollard/uptime'

/** What holds for a service, locked until the end of the transaction, with all that decides what comes next. */
export interface LockedState extends Omit<RowOf<'monitoring-states-lock'>, 'parentState'> {
  readonly parentState: ServiceState | null
}

/** In the order of their ids, so that two workers never wait for each other. Deleted services are left out. */
export async function lockStates(tx: Queries, serviceIds: readonly string[]): Promise<LockedState[]> {
  return tx.query('monitoring-states-lock', lockSql, [serviceIds])
}

const lockSql = `select t.service_id as "serviceId", t.solution_id as "solutionId", t.machine, s.name, s.config, s.places,
    greatest(s.interval_seconds, p.plan_interval_seconds) as "intervalSeconds", s.retries, s.confirmations, s.recoveries, s.slow_ms as "slowMs",
    (s.paused or s.withheld or 'REFUSE' = any (p.effects)) as "isStopped", p.time_zone as "timeZone",
    (select above.state from monitoring.service_states above where above.service_id = s.parent_id) as "parentState"
  from monitoring.service_states t join monitoring.services s on s.id = t.service_id join monitoring.spaces p on p.solution_id = t.solution_id
  where t.service_id = any ($1::uuid[]) order by t.service_id for update of t`
