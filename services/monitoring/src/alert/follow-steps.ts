import type { Database, Queries, RowOf } from '@bollard/database'
import { dedupeKey, type EscalationDue, escalationsBetween, nextEscalation, onCallAt } from '@bollard/uptime'
import type { NoticeKind } from '../channel/message.ts'
import { acknowledgedKinds } from '../channel/send-message.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { toOnCall } from '../on-call/to-on-call.ts'
import { acknowledgedAt } from './stored-alerts.ts'
import { toPolicy } from './to-policy.ts'

const atOnce = 200

interface Notice {
  readonly solutionId: string
  readonly alertId: string
  readonly channelId: string
  readonly kind: NoticeKind
  readonly at: string
  readonly key: string
}

/**
 * Writes down who is to be told of alerts whose next step is due or that have ended, in one transaction with how far they were followed: a step
 * is told once, however often it is begun. Whoever was told that an alert began is told of its end, and providers that call people, that somebody
 * takes care. Answers how many alerts were looked at.
 */
export async function followSteps({
  db,
  now,
}: Pick<MonitoringContext, 'now'> & { readonly db: Database }): Promise<number> {
  const at = now()
  return db.transaction(async (tx) => {
    const due = await tx.query('monitoring-alerts-take', takeSql, [at, atOnce])
    if (due.length === 0) return 0
    const channelsOf = await readTargets(tx, due)
    const notices = due.flatMap((alert) => noticesOf(alert, at, channelsOf))
    if (notices.length > 0) await tx.query('monitoring-notices-insert', insertSql, [JSON.stringify(notices)])
    const taken = due.filter(({ acknowledgedAt: by, resolvedAt }) => by !== null && resolvedAt === null)
    if (taken.length > 0)
      await tx.query('monitoring-notices-acknowledge', acknowledgedSql, [
        taken.map(({ id }) => id),
        acknowledgedKinds,
        at,
      ])
    const ended = due.filter(({ resolvedAt }) => resolvedAt !== null && resolvedAt <= at)
    if (ended.length > 0) await tx.query('monitoring-notices-end', endedSql, [ended.map(({ id }) => id)])
    const followed = due.map((alert) => ({ id: alert.id, nextAt: nextOf(alert, at) }))
    await tx.query('monitoring-alerts-followed', followedSql, [JSON.stringify(followed), at])
    return due.length
  })
}

type DueAlert = RowOf<'monitoring-alerts-take'>

function timesOf(alert: DueAlert) {
  const ms = (at: Date | null): number | null => at?.getTime() ?? null
  return {
    openedAt: alert.openedAt.getTime(),
    acknowledgedAt: ms(alert.acknowledgedAt),
    resolvedAt: ms(alert.resolvedAt),
  }
}

function noticesOf(
  alert: DueAlert,
  at: Date,
  channelsOf: (alert: DueAlert, due: EscalationDue) => readonly string[],
): Notice[] {
  const { id, solutionId, followedUntil } = alert
  const due = escalationsBetween(toPolicy(alert), timesOf(alert), followedUntil.getTime(), at.getTime())
  return due.flatMap((one) =>
    channelsOf(alert, one).map((channelId) => {
      // The first pass is news to each step; what is repeated was told before.
      const kind = one.round === 0 ? 'OPENED' : 'REPEATED'
      const key = dedupeKey({ incident: id, kind, round: one.round, step: one.step, target: channelId })
      return { solutionId, alertId: id, channelId, kind, at: new Date(one.at).toISOString(), key }
    }),
  )
}

function nextOf(alert: DueAlert, at: Date): string | null {
  const next = nextEscalation(toPolicy(alert), timesOf(alert), at.getTime())
  return next === null ? null : new Date(next.at).toISOString()
}

/** Which channels the targets of a step are: who is on call is whoever is at that moment. */
async function readTargets(
  tx: Queries,
  due: readonly DueAlert[],
): Promise<(alert: DueAlert, due: EscalationDue) => readonly string[]> {
  const ids = due.flatMap(({ steps }) => steps.flatMap(({ targets }) => targets.map(({ id }) => id)))
  const schedules = await tx.query('monitoring-on-call-of', schedulesSql, [[...new Set(ids)]])
  const byId = new Map(schedules.map((schedule) => [schedule.id, toOnCall(schedule)]))
  return (_alert, { targets, at }) => {
    const channels = targets.map((target) => {
      const [kind, id = ''] = target.split(' ')
      const schedule = byId.get(id)
      if (kind === 'CHANNEL') return id
      return schedule === undefined ? null : onCallAt(schedule, at).person
    })
    return [...new Set(channels.filter((id) => id !== null))]
  }
}

const takeSql = `select a.id, a.solution_id as "solutionId", a.opened_at as "openedAt",
    ${acknowledgedAt} as "acknowledgedAt", a.resolved_at as "resolvedAt",
    a.followed_until as "followedUntil", r.steps, r.repeat
  from monitoring.alerts a join monitoring.alert_rules r on r.id = a.rule_id left join monitoring.incidents i on i.id = a.incident_id
  where a.next_at <= $1 order by a.next_at limit $2 for update of a skip locked`
const insertSql = `insert into monitoring.alert_notices (solution_id, channel_id, alert_id, kind, at, dedupe_key)
  select n."solutionId", n."channelId", n."alertId", n.kind, n.at, n.key
  from jsonb_to_recordset($1::jsonb) as n ("solutionId" uuid, "channelId" uuid, "alertId" uuid, kind text, at timestamptz, key text)
  where exists (select from monitoring.channels c where c.id = n."channelId" and c.solution_id = n."solutionId")
  on conflict (channel_id, dedupe_key) do nothing`
const endedSql = `insert into monitoring.alert_notices (solution_id, channel_id, alert_id, kind, at, dedupe_key)
  select distinct n.solution_id, n.channel_id, n.alert_id, 'RESOLVED', a.resolved_at, a.id || ':resolved:0:0:' || n.channel_id
  from monitoring.alert_notices n join monitoring.alerts a on a.id = n.alert_id where n.alert_id = any ($1::uuid[]) and n.kind <> 'RESOLVED'
  on conflict (channel_id, dedupe_key) do nothing`
const acknowledgedSql = `insert into monitoring.alert_notices (solution_id, channel_id, alert_id, kind, at, dedupe_key)
  select distinct n.solution_id, n.channel_id, n.alert_id, 'ACKNOWLEDGED', $3::timestamptz, n.alert_id || ':acknowledged:0:0:' || n.channel_id
  from monitoring.alert_notices n join monitoring.channels c on c.id = n.channel_id
  where n.alert_id = any ($1::uuid[]) and n.kind in ('OPENED', 'REPEATED')
    and coalesce(c.target ->> 'preset', c.target ->> 'kind') = any ($2::text[])
  on conflict (channel_id, dedupe_key) do nothing`
const followedSql = `update monitoring.alerts a set followed_until = greatest(a.followed_until, $2::timestamptz), next_at = n."nextAt"
  from jsonb_to_recordset($1::jsonb) as n (id uuid, "nextAt" timestamptz) where a.id = n.id`
const schedulesSql = `select id, time_zone as "timeZone", layers, overrides from monitoring.on_call_schedules where id = any ($1::uuid[])`
