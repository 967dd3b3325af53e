import type { IncidentWithTimeline, MonitoringIncident } from '@bollard/contracts'
import type { Queries, RowOf } from '@bollard/database'
import { decodeCursor, encodeCursor, ProblemError } from '@bollard/http'

const columns = `i.id, i.service_id as "serviceId", s.name as "serviceName", i.state, i.worst, i.fault, i.cause, i.impact,
  i.opened_at as "openedAt", i.acknowledged_at as "acknowledgedAt", i.acknowledged_by as "acknowledgedBy", i.resolved_at as "resolvedAt",
  i.merged_into as "mergedInto", i.version`
const source = 'monitoring.incidents i join monitoring.services s on s.id = i.service_id'

function toIncident({
  openedAt,
  acknowledgedAt,
  resolvedAt,
  ...row
}: RowOf<'monitoring-incident'>): MonitoringIncident {
  return {
    ...row,
    openedAt: openedAt.toISOString(),
    acknowledgedAt: acknowledgedAt?.toISOString() ?? null,
    resolvedAt: resolvedAt?.toISOString() ?? null,
  }
}

interface IncidentQuery {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly serviceId?: string | undefined
  readonly state?: string | undefined
}

/** A page of the incidents of a solution, newest first. */
export async function listIncidents(
  db: Queries,
  solutionId: string,
  { limit, cursor, serviceId, state }: IncidentQuery,
): Promise<{ items: MonitoringIncident[]; nextCursor: string | null }> {
  const before = cursor === undefined ? null : decodeCursor(cursor)
  const values = [solutionId, before, serviceId ?? null, state ?? null, limit + 1]
  const rows = await db.query('monitoring-incidents', listSql, values)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { items: page.map(toIncident), nextCursor: rows.length > limit && last ? encodeCursor(last.id) : null }
}

/** An incident with its timeline. Throws `not-found`. */
export async function readIncident(db: Queries, solutionId: string, id: string): Promise<IncidentWithTimeline> {
  const [row] = await db.query('monitoring-incident', oneSql, [solutionId, id])
  if (row === undefined) throw new ProblemError('not-found')
  const events = await db.query('monitoring-incident-events', eventsSql, [solutionId, id])
  return { ...toIncident(row), timeline: events.map(({ at, ...event }) => ({ ...event, at: at.toISOString() })) }
}

const listSql = `select ${columns} from ${source}
  where i.solution_id = $1 and ($2::uuid is null or i.id < $2) and ($3::uuid is null or i.service_id = $3) and ($4::text is null or i.state = $4)
  order by i.id desc limit $5`
const oneSql = `select ${columns} from ${source} where i.solution_id = $1 and i.id = $2`
const eventsSql = `select id, at, kind, by, text, state from monitoring.incident_events where solution_id = $1 and incident_id = $2 order by id`
