import type { Queries } from '@bollard/database'

/** Has the engine look at services anew, with their settings, members, parent, pause and maintenance as they are by then. */
export async function askRefresh(tx: Queries, serviceIds: readonly string[], at: Date): Promise<void> {
  await tx.query('monitoring-ask-refresh', askSql, [serviceIds, at])
}

const askSql = `insert into monitoring.signals (service_id, solution_id, at, event)
  select id, solution_id, $2, '{"kind": "REFRESH"}' from monitoring.services where id = any ($1::uuid[])`
