import type { MonitoringCheck, MonitoringOverview } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { dayAt, noTime, partsPerMillion, type ServiceState } from '@bollard/uptime'

/** What is in trouble is read first. */
const urgency: readonly ServiceState[] = ['DOWN', 'CHALLENGED', 'DEGRADED', 'UNKNOWN', 'MAINTENANCE', 'PAUSED', 'UP']
const dayMs = 86_400_000

/** All services of a solution at a glance, in two statements. Days are those of the zone; today reaches to its last whole hour. */
export async function readOverview(
  db: Queries,
  { solutionId, timeZone, days, now }: { solutionId: string; timeZone: string; days: number; now: Date },
): Promise<MonitoringOverview> {
  const today = Date.parse(dayAt(timeZone, now.getTime()).day)
  const first = new Date(today - (days - 1) * dayMs).toISOString().slice(0, 10)
  const rows = await db.query('monitoring-overview', overviewSql, [solutionId])
  const figures = await db.query('monitoring-overview-days', daysSql, [solutionId, first])
  const byService = new Map(figures.map((row) => [row.serviceId, row]))
  const services = rows.map(({ state, stateSince, lastCheckedAt, kind, ...row }) => {
    const found = byService.get(row.id)
    const downSecondsByDay = Array.from({ length: days }, () => -1)
    for (const [index, day] of (found?.days ?? []).entries())
      if (day < days) downSecondsByDay[day] = found?.down[index] ?? 0
    const parts = partsPerMillion({ good: Number(found?.up ?? 0), counted: Number(found?.counted ?? 0) })
    return {
      ...row,
      kind: kind as MonitoringCheck['kind'],
      state: state as ServiceState,
      stateSince: stateSince.toISOString(),
      lastCheckedAt: lastCheckedAt?.toISOString() ?? null,
      uptimePercent: parts === null ? null : parts / 10_000,
      downSecondsByDay,
    }
  })
  const rank = new Map(urgency.map((state, index) => [state, index]))
  return {
    states: services.reduce((counts, { state }) => ({ ...counts, [state]: counts[state] + 1 }), noTime),
    openIncidents: services.filter(({ incidentId }) => incidentId !== null).length,
    services: services.toSorted(
      (one, other) => (rank.get(one.state) ?? 0) - (rank.get(other.state) ?? 0) || (one.name < other.name ? -1 : 1),
    ),
  }
}

const overviewSql = `select s.id, s.name, s.tags, s.kind, case when s.paused or s.withheld then 'PAUSED' else t.state end as state,
    t.since as "stateSince", t.fault, t.last_at as "lastCheckedAt", t.last_total_ms as "lastTotalMs", i.id as "incidentId"
  from monitoring.services s join monitoring.service_states t on t.service_id = s.id
    left join monitoring.incidents i on i.service_id = s.id and i.state in ('OPEN', 'ACKNOWLEDGED')
  where s.solution_id = $1 order by s.id`
// One row a service, since a row a day would take longer to read than to find.
const daysSql = `select service_id as "serviceId", sum(up_seconds) as up, sum(counted_seconds) as counted,
    array_agg(day - $2::date order by day) as days, array_agg(down_seconds order by day) as down
  from monitoring.day_rollups where solution_id = $1 and day >= $2::date group by service_id`
