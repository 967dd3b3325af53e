import type { Database } from '@bollard/database'
import type { ExportPart } from '@bollard/export-file'
import { findSpace } from './space.ts'

/**
 * What an owner takes along of monitoring: services without their secrets, changes of states, uptime by day, incidents with their timelines,
 * maintenance, alerts with their rules, channels and schedules, keys and probes without their secrets. Nothing for an unknown solution. The caller has checked who asks.
 */
export async function* exportParts(db: Database, solutionId: string): AsyncGenerator<ExportPart> {
  if ((await findSpace(db, solutionId)) === null) return
  yield {
    path: 'monitoring/services.json',
    content: await db.query('monitoring-parts-services', servicesSql, [solutionId]),
  }
  yield {
    path: 'monitoring/state-changes.json',
    content: await db.query('monitoring-parts-changes', changesSql, [solutionId]),
  }
  yield { path: 'monitoring/days.json', content: await db.query('monitoring-parts-days', daysSql, [solutionId]) }
  yield {
    path: 'monitoring/incidents.json',
    content: await db.query('monitoring-parts-incidents', incidentsSql, [solutionId]),
  }
  yield {
    path: 'monitoring/maintenance.json',
    content: await db.query('monitoring-parts-maintenance', maintenanceSql, [solutionId]),
  }
  yield {
    path: 'monitoring/alerting.json',
    content: await db.query('monitoring-parts-alerting', alertingSql, [solutionId]),
  }
  yield { path: 'monitoring/alerts.json', content: await db.query('monitoring-parts-alerts', alertsSql, [solutionId]) }
  yield { path: 'monitoring/api-keys.json', content: await db.query('monitoring-parts-keys', keysSql, [solutionId]) }
  yield { path: 'monitoring/probes.json', content: await db.query('monitoring-parts-probes', probesSql, [solutionId]) }
}

// By name, so that no secret comes along with a later column.
const servicesSql = `select id, name, tags, places, config as check, interval_seconds as "intervalSeconds", retries, confirmations, recoveries,
    slow_ms as "slowMs", parent_id as "parentId", paused, created_at as "createdAt", updated_at as "updatedAt"
  from monitoring.services where solution_id = $1 order by id`
const changesSql = `select service_id as "serviceId", at, from_state as "from", to_state as "to", reason
  from monitoring.transitions where solution_id = $1 order by service_id, at, id`
const daysSql = `select service_id as "serviceId", day::text as day, counted_seconds as "countedSeconds", up_seconds as "upSeconds",
    down_seconds as "downSeconds", rollup -> 'checks' as checks
  from monitoring.day_rollups where solution_id = $1 order by service_id, monitoring.day_rollups.day`
const incidentsSql = `select i.id, i.service_id as "serviceId", i.state, i.worst, i.fault, i.cause, i.impact, i.opened_at as "openedAt",
    i.acknowledged_at as "acknowledgedAt", i.acknowledged_by as "acknowledgedBy", i.resolved_at as "resolvedAt", i.merged_into as "mergedInto",
    (select coalesce(jsonb_agg(jsonb_build_object('at', e.at, 'kind', e.kind, 'by', e.by, 'text', e.text, 'state', e.state) order by e.id), '[]')
      from monitoring.incident_events e where e.incident_id = i.id) as timeline
  from monitoring.incidents i where i.solution_id = $1 order by i.id`
const maintenanceSql = `select id, title, service_ids as "serviceIds", starts_at as "startsAt", duration_minutes as "durationMinutes",
    time_zone as "timeZone", recurrence, created_at as "createdAt" from monitoring.maintenance where solution_id = $1 order by id`
const alertingSql = `select 'CHANNEL' as kind, id, name, target as content, created_at as "createdAt" from monitoring.channels where solution_id = $1
  union all select 'ON_CALL_SCHEDULE', id, name, jsonb_build_object('timeZone', time_zone, 'layers', layers, 'overrides', overrides), created_at
    from monitoring.on_call_schedules where solution_id = $1
  union all select 'ALERT_RULE', id, name, jsonb_build_object('serviceIds', service_ids, 'condition', condition, 'steps', steps, 'repeat', repeat),
    created_at from monitoring.alert_rules where solution_id = $1
  union all select 'ADDRESS', id, address, jsonb_build_object('state', state), created_at from monitoring.alert_addresses where solution_id = $1
  order by 1, 2`
const alertsSql = `select id, rule_id as "ruleId", service_id as "serviceId", facts, opened_at as "openedAt", acknowledged_at as "acknowledgedAt",
    acknowledged_by as "acknowledgedBy", resolved_at as "resolvedAt" from monitoring.alerts where solution_id = $1 order by id`
const keysSql = `select id, name, scopes, last4, created_at as "createdAt", created_by as "createdBy", expires_at as "expiresAt",
    revoked_at as "revokedAt", last_used_at as "lastUsedAt" from monitoring.api_keys where solution_id = $1 order by number`
const probesSql = `select id, name, place, allow_private as "allowPrivate", last4, created_at as "createdAt", created_by as "createdBy",
    revoked_at as "revokedAt" from monitoring.probes where solution_id = $1 order by id`

/** What a person has done here that carries their id, for the export of their account. */
export async function partsOfPerson(db: Database, userId: string): Promise<ExportPart[]> {
  const content = await db.query('monitoring-parts-of-person', personSql, [userId])
  return content.length === 0 ? [] : [{ path: 'monitoring/own-entries.json', content }]
}

const personSql = `select solution_id as "solutionId", at, kind, text from (
    select solution_id, at, kind, text from monitoring.incident_events where by = $1
    union all select solution_id, acknowledged_at, 'ALERT_ACKNOWLEDGED', id::text from monitoring.alerts where acknowledged_by = $1
    union all select solution_id, created_at, 'API_KEY', name from monitoring.api_keys where created_by = $1
    union all select solution_id, created_at, 'PROBE', name from monitoring.probes where created_by = $1) as every order by at`
