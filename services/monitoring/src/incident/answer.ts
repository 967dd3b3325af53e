import type { Call, Caller } from '@bollard/access'
import type { IncidentAnswer, IncidentEvent, IncidentState, IncidentWithTimeline } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { recordAudit } from '../access/record-audit.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { readIncident } from './stored-incidents.ts'

interface Answered {
  readonly solutionId: string
  readonly id: string
  readonly answer: IncidentAnswer
}

/** What a person or a program says about an incident. Throws `state-conflict` for what its state does not allow any more. */
export async function answerIncident(
  { db, now, newId }: Pick<MonitoringContext, 'db' | 'now' | 'newId'>,
  actor: Caller,
  { solutionId, id, answer }: Answered,
  call: Call,
): Promise<IncidentWithTimeline> {
  const at = now()
  return db.transaction(async (tx) => {
    const [incident] = await tx.query('monitoring-incident-lock', lockSql, [solutionId, id])
    if (incident === undefined) throw new ProblemError('not-found')
    if (answer.action === 'MERGE') await assertMayMerge(tx, solutionId, id, answer.into)
    const { kind, change, text } = meaningOf(answer, incident.state, actor.userId, at)
    await tx.query('monitoring-incident-answer', changeSql, [
      id,
      change.state ?? null,
      change.acknowledgedAt ?? null,
      change.acknowledgedBy ?? null,
      change.resolvedAt ?? null,
      change.cause ?? null,
      change.impact ?? null,
      change.mergedInto ?? null,
    ])
    if (change.state !== undefined) await tx.query('monitoring-incident-alerts', alertsSql, [id, at, actor.userId])
    await tx.query('monitoring-incident-event', eventSql, [newId(), id, solutionId, at, kind, actor.userId, text])
    const target = { kind: 'incident', id }
    await recordAudit(tx, actor, call, at, { solutionId, action: `incident.${kind.toLowerCase()}`, target })
    return readIncident(tx, solutionId, id)
  })
}

interface Meaning {
  readonly kind: IncidentEvent['kind']
  readonly text: string | null
  readonly change: {
    readonly state?: IncidentState
    readonly acknowledgedAt?: Date
    readonly acknowledgedBy?: string
    readonly resolvedAt?: Date
    readonly cause?: string
    readonly impact?: string
    readonly mergedInto?: string
  }
}

function meaningOf(answer: IncidentAnswer, state: IncidentState, by: string, at: Date): Meaning {
  const isOpen = state === 'OPEN' || state === 'ACKNOWLEDGED'
  const refuse = (detail: string): never => {
    throw new ProblemError('state-conflict', detail)
  }
  switch (answer.action) {
    case 'ACKNOWLEDGE':
      if (state !== 'OPEN') return refuse('Only an open incident can be acknowledged.')
      return {
        kind: 'ACKNOWLEDGED',
        text: answer.text,
        change: { state: 'ACKNOWLEDGED', acknowledgedAt: at, acknowledgedBy: by },
      }
    case 'COMMENT':
      return { kind: 'COMMENTED', text: answer.text, change: {} }
    case 'SET_CAUSE':
      return { kind: 'CAUSE', text: answer.text, change: { cause: answer.text } }
    case 'SET_IMPACT':
      return { kind: 'IMPACT', text: answer.text, change: { impact: answer.text } }
    case 'RESOLVE':
      if (!isOpen) return refuse('The incident is not open any more.')
      return { kind: 'RESOLVED', text: answer.text, change: { state: 'RESOLVED', resolvedAt: at } }
    case 'MERGE':
      if (!isOpen) return refuse('The incident is not open any more.')
      return { kind: 'MERGED', text: null, change: { state: 'MERGED', resolvedAt: at, mergedInto: answer.into } }
  }
}

/** Into another incident of the same solution, which is not merged itself. */
async function assertMayMerge(tx: Queries, solutionId: string, id: string, into: string): Promise<void> {
  const [target] = await tx.query('monitoring-incident-lock', lockSql, [solutionId, into])
  const code = target === undefined ? 'unknown' : into.toLowerCase() === id ? 'circular' : null
  if (code !== null) throw new ProblemError('validation-failed', undefined, { errors: [{ pointer: '/into', code }] })
  if (target?.state === 'MERGED') throw new ProblemError('state-conflict', 'The other incident is merged itself.')
}

const lockSql = 'select state from monitoring.incidents where solution_id = $1 and id = $2 for no key update'
const changeSql = `update monitoring.incidents set state = coalesce($2::text, state), acknowledged_at = coalesce($3::timestamptz, acknowledged_at),
    acknowledged_by = coalesce($4::text, acknowledged_by), resolved_at = coalesce($5::timestamptz, resolved_at), cause = coalesce($6::text, cause),
    impact = coalesce($7::text, impact), merged_into = coalesce($8::uuid, merged_into), version = version + 1 where id = $1`
// Whoever answers an incident takes care of its alerts. Written into them, so that a worker that follows one at this moment sees it.
const alertsSql = `update monitoring.alerts set acknowledged_at = $2, acknowledged_by = $3, next_at = $2
  where incident_id = $1 and acknowledged_at is null and resolved_at is null`
const eventSql =
  'insert into monitoring.incident_events (id, incident_id, solution_id, at, kind, by, text) values ($1, $2, $3, $4, $5, $6, $7)'
