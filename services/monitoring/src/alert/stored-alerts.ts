import type { Call, Caller } from '@bollard/access'
import type { MonitoringAlert } from '@bollard/contracts'
import type { Queries, RowOf } from '@bollard/database'
import { decodeCursor, encodeCursor, ProblemError } from '@bollard/http'
import { recordAudit } from '../access/record-audit.ts'
import type { Named } from '../channel/channels.ts'
import type { MonitoringContext } from '../monitoring-context.ts'

interface AlertQuery {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly serviceId?: string | undefined
  readonly state?: string | undefined
}

/** A page of the alerts of a solution, newest first. */
export async function listAlerts(
  db: Queries,
  solutionId: string,
  { limit, cursor, serviceId, state }: AlertQuery,
): Promise<{ items: MonitoringAlert[]; nextCursor: string | null }> {
  const before = cursor === undefined ? null : decodeCursor(cursor)
  const values = [solutionId, null, before, serviceId ?? null, state ?? null, limit + 1]
  const rows = await db.query('monitoring-alerts', listSql, values)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { items: page.map(toAlert), nextCursor: rows.length > limit && last ? encodeCursor(last.id) : null }
}

/** Ends the escalation of an alert, and has providers that call people told so. Throws `state-conflict` for one that somebody has acknowledged, or that is over. */
export async function acknowledgeAlert(
  { db, now }: Pick<MonitoringContext, 'db' | 'now'>,
  actor: Caller,
  { solutionId, id }: Named,
  call: Call,
): Promise<MonitoringAlert> {
  const at = now()
  return db.transaction(async (tx) => {
    const changed = await tx.query('monitoring-alert-acknowledge', acknowledgeSql, [solutionId, id, at, actor.userId])
    const [row] = await tx.query('monitoring-alerts', listSql, [solutionId, id, null, null, null, 1])
    if (row === undefined) throw new ProblemError('not-found')
    if (changed.length === 0) throw new ProblemError('state-conflict', 'Only an open alert can be acknowledged.')
    const target = { kind: 'monitoring-alert', id }
    await recordAudit(tx, actor, call, at, { solutionId, action: 'monitoring-alert.acknowledged', target })
    return toAlert(row)
  })
}

function toAlert({
  openedAt,
  acknowledgedAt,
  resolvedAt,
  nextStepAt,
  ...row
}: RowOf<'monitoring-alerts'>): MonitoringAlert {
  const time = (at: Date | null): string | null => at?.toISOString() ?? null
  const isOver = resolvedAt !== null || acknowledgedAt !== null
  return {
    ...row,
    condition: row.condition as MonitoringAlert['condition'],
    state: row.state as MonitoringAlert['state'],
    openedAt: openedAt.toISOString(),
    acknowledgedAt: time(acknowledgedAt),
    resolvedAt: time(resolvedAt),
    nextStepAt: isOver ? null : time(nextStepAt),
  }
}

/** Since when somebody takes care of an alert `a` with its incident `i`, in SQL: whoever answers the incident takes care of its alerts, too. */
export const acknowledgedAt = `coalesce(a.acknowledged_at, (select min(e.at) from monitoring.incident_events e
  where e.incident_id = i.id and e.by is not null and e.kind in ('ACKNOWLEDGED', 'MERGED', 'RESOLVED')))`
const state = `case when a.resolved_at is not null then 'RESOLVED' when ${acknowledgedAt} is not null then 'ACKNOWLEDGED' else 'OPEN' end`
const listSql = `select a.id, a.rule_id as "ruleId", r.name as "ruleName", a.service_id as "serviceId", s.name as "serviceName",
    r.condition ->> 'kind' as condition, ${state} as state, a.facts, a.incident_id as "incidentId", a.opened_at as "openedAt",
    ${acknowledgedAt} as "acknowledgedAt", coalesce(a.acknowledged_by, i.acknowledged_by) as "acknowledgedBy", a.resolved_at as "resolvedAt",
    a.next_at as "nextStepAt"
  from monitoring.alerts a join monitoring.alert_rules r on r.id = a.rule_id join monitoring.services s on s.id = a.service_id
    left join monitoring.incidents i on i.id = a.incident_id
  where a.solution_id = $1 and ($2::uuid is null or a.id = $2) and ($3::uuid is null or a.id < $3) and ($4::uuid is null or a.service_id = $4)
    and ($5::text is null or ${state} = $5)
  order by a.id desc limit $6`
// Followed once more: providers that call people are told.
const acknowledgeSql = `update monitoring.alerts set acknowledged_at = $3, acknowledged_by = $4, next_at = $3
  where solution_id = $1 and id = $2 and acknowledged_at is null and resolved_at is null returning id`
