import type { AlertCondition, AlertRule, MonitoringAlert } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { nextEscalation } from '@bollard/uptime'
import type { MonitoringContext } from '../monitoring-context.ts'
import { toPolicy } from './to-policy.ts'

/** A rule as far as alerts come of it. */
export interface JudgedRule extends Pick<AlertRule, 'id' | 'steps' | 'repeat' | 'serviceIds' | 'active'> {
  readonly solutionId: string
  readonly condition: AlertCondition
}

/** What a condition says of a service. HELD neither begins an alert nor ends one. */
export interface Finding {
  readonly serviceId: string
  readonly verdict: 'HOLDS' | 'HELD' | 'ENDED'
  readonly at: Date
  readonly facts: MonitoringAlert['facts']
}

/**
 * Opens an alert of a rule where its condition holds, and resolves it where it does not any more, in one transaction with whatever has changed.
 * The row is what is told of later: `next_at` says when, so nothing is lost with a killed process. One service has one open alert of a rule.
 */
export async function reconcile(
  { newId }: Pick<MonitoringContext, 'newId'>,
  tx: Queries,
  rule: JudgedRule,
  findings: readonly Finding[],
): Promise<void> {
  const policy = toPolicy(rule)
  const opened = findings
    .filter(({ verdict }) => verdict === 'HOLDS')
    .map(({ serviceId, at, facts }) => {
      const times = { openedAt: at.getTime(), acknowledgedAt: null, resolvedAt: null }
      const next = nextEscalation(policy, times, at.getTime() - 1)
      return { id: newId(), serviceId, at, facts, nextAt: next === null ? null : new Date(next.at) }
    })
  if (opened.length > 0)
    await tx.query('monitoring-alerts-open', openSql, [rule.id, rule.solutionId, JSON.stringify(opened)])
  const reminded = findings.filter(({ verdict, facts }) => verdict === 'HOLDS' && facts.withinDays !== undefined)
  if (reminded.length > 0) {
    const rows = reminded.map(({ serviceId, at, facts }) => ({ serviceId, at, facts }))
    await tx.query('monitoring-alerts-remind', remindSql, [rule.id, JSON.stringify(rows)])
  }
  const ended = findings.filter(({ verdict }) => verdict === 'ENDED').map(({ serviceId, at }) => ({ serviceId, at }))
  if (ended.length > 0) await tx.query('monitoring-alerts-end', endSql, [rule.id, JSON.stringify(ended)])
}

const openSql = `insert into monitoring.alerts (id, solution_id, rule_id, service_id, facts, incident_id, opened_at, followed_until, next_at)
  select n.id, $2, $1, n."serviceId", n.facts,
    (select i.id from monitoring.incidents i where i.service_id = n."serviceId" and i.state in ('OPEN', 'ACKNOWLEDGED')),
    n.at, n.at - interval '1 millisecond', n."nextAt"
  from jsonb_to_recordset($3::jsonb) as n (id uuid, "serviceId" uuid, at timestamptz, facts jsonb, "nextAt" timestamptz)
  on conflict (rule_id, service_id) where resolved_at is null do nothing`
// Of a date that has come nearer by another of the rule's numbers of days, or of another date that is near too, all are told who were told before;
// one statement, so that each is told once.
const remindSql = `with nearer as (update monitoring.alerts a set facts = n.facts
    from jsonb_to_recordset($2::jsonb) as n ("serviceId" uuid, at timestamptz, facts jsonb)
    where a.rule_id = $1 and a.service_id = n."serviceId" and a.resolved_at is null and (a.facts ->> 'expiresAt' is distinct from n.facts ->> 'expiresAt'
      or (n.facts ->> 'withinDays')::int < coalesce((a.facts ->> 'withinDays')::int, 0))
    returning a.id, n.at, n.facts)
  insert into monitoring.alert_notices (solution_id, channel_id, alert_id, kind, at, dedupe_key)
  select distinct o.solution_id, o.channel_id, o.alert_id, 'REPEATED', e.at,
    o.alert_id || ':expires:' || (e.facts ->> 'expiresAt') || ':' || (e.facts ->> 'withinDays') || ':' || o.channel_id
  from nearer e join monitoring.alert_notices o on o.alert_id = e.id where o.kind = 'OPENED'
  on conflict (channel_id, dedupe_key) do nothing`
// Told of at once, in whatever step it was.
const endSql = `update monitoring.alerts a set resolved_at = greatest(n.at, a.opened_at), next_at = greatest(n.at, a.opened_at)
  from jsonb_to_recordset($2::jsonb) as n ("serviceId" uuid, at timestamptz)
  where a.rule_id = $1 and a.service_id = n."serviceId" and a.resolved_at is null`
