import type { Database, Queries, RowOf } from '@bollard/database'
import { addToStorm, type Alert, collateMs, endOfQuiet, type Storm } from '@bollard/uptime'
import type { MonitoringContext } from '../monitoring-context.ts'
import type { NoticeKind, ToldAlert } from './message.ts'
import { isByAlert } from './send-message.ts'

const atOnce = 50

/**
 * Makes messages of what channels are to be told: what comes within 30 seconds is one, and what began and ended within them is none. Quiet hours
 * and a message that is still being retried keep everything back, which is then told together. One process has a channel at a time. Answers how
 * many messages were made.
 */
export async function collateNotices(
  context: Pick<MonitoringContext, 'now' | 'newId'> & { readonly db: Database },
): Promise<number> {
  let made = 0
  for (let after: string | null = null; ;) {
    const ids: string[] = await context.db.transaction(async (tx) => {
      const channels = await tx.query('monitoring-channels-to-tell', channelsSql, [after, atOnce])
      for (const channel of channels) made += await collate(context, tx, channel)
      return channels.map(({ id }) => id)
    })
    after = ids.at(-1) ?? null
    if (ids.length < atOnce) return made
  }
}

type Channel = RowOf<'monitoring-channels-to-tell'>
type Waiting = Alert & { readonly row: RowOf<'monitoring-notices-waiting'> }

/** Notices that are told together. The storm is what is left to be told of them; null is nothing. */
interface Group {
  readonly from: number
  readonly members: Waiting[]
  storm: Storm<Waiting> | null
}

async function collate(
  { now, newId }: Pick<MonitoringContext, 'now' | 'newId'>,
  tx: Queries,
  channel: Channel,
): Promise<number> {
  const at = now()
  const rows = await tx.query('monitoring-notices-waiting', waitingSql, [channel.id])
  const waiting = rows
    .map((row): Waiting => ({
      row,
      incident: row.alertId,
      kind: row.kind as NoticeKind,
      at: readyAt(channel, row.at.getTime()),
    }))
    .toSorted((one, other) => one.at - other.at)
  const isAlone = isByAlert(channel.target)
  // A provider with incidents of its own collates by itself, and is told of each alert at once.
  const waitMs = isAlone ? 0 : collateMs
  const due = groupsOf(waiting).filter(({ from }) => from + waitMs <= at.getTime())
  if (due.length === 0) return 0
  const told = due.flatMap(({ storm }) =>
    storm === null ? [] : isAlone ? storm.alerts.map((one) => [one]) : [storm.alerts],
  )
  const messages = channel.active ? told.map((alerts) => messageOf(newId(), alerts)) : []
  if (messages.length > 0)
    await tx.query('monitoring-notifications-insert', insertSql, [
      channel.id,
      channel.solutionId,
      at,
      JSON.stringify(messages),
    ])
  const members = due.flatMap((group) => group.members.map(({ row }) => row.id))
  await tx.query('monitoring-notices-collated', collatedSql, [members])
  return messages.length
}

function groupsOf(waiting: readonly Waiting[]): readonly Group[] {
  const groups: Group[] = []
  for (const one of waiting) {
    const last = groups.at(-1)
    if (last === undefined || one.at >= last.from + collateMs)
      groups.push({ from: one.at, members: [one], storm: addToStorm(null, one).storm })
    else {
      last.members.push(one)
      // One that has nothing left begins anew, and is still told with the others.
      last.storm = addToStorm(last.storm && { ...last.storm, from: last.from }, one).storm
    }
  }
  return groups
}

/** When a notice may be told: not in quiet hours, and not while an earlier message had not got through. */
function readyAt({ quietHours, freeSince }: Channel, at: number): number {
  const free = Math.max(at, freeSince?.getTime() ?? at)
  if (quietHours === null) return free
  // Hours that never end are refused where they are entered.
  return endOfQuiet(quietHours.hours, quietHours.timeZone, free) ?? free
}

function messageOf(id: string, alerts: readonly Waiting[]) {
  const told = alerts.map(({ row: { openedAt, resolvedAt, ...row }, kind }): ToldAlert => ({
    id: row.alertId,
    event: kind,
    ruleName: row.ruleName,
    serviceId: row.serviceId,
    serviceName: row.serviceName,
    condition: row.condition as ToldAlert['condition'],
    facts: row.facts,
    openedAt: openedAt.toISOString(),
    resolvedAt: kind === 'RESOLVED' ? (resolvedAt?.toISOString() ?? null) : null,
  }))
  return { id, key: alerts[0]?.row.key ?? id, alerts: told }
}

const channelsSql = `select c.id, c.solution_id as "solutionId", c.active, c.target, c.quiet_hours as "quietHours", c.free_since as "freeSince"
  from monitoring.channels c
  where ($1::uuid is null or c.id > $1) and c.id in (select channel_id from monitoring.alert_notices where not collated)
    and not exists (select from monitoring.notifications n where n.channel_id = c.id and n.state = 'PENDING')
  order by c.id limit $2 for no key update of c skip locked`
const waitingSql = `select n.id, n.kind, n.at, n.dedupe_key as key, a.id as "alertId", a.facts, a.opened_at as "openedAt", a.resolved_at as "resolvedAt",
    a.service_id as "serviceId", s.name as "serviceName", r.name as "ruleName", r.condition ->> 'kind' as condition
  from monitoring.alert_notices n join monitoring.alerts a on a.id = n.alert_id join monitoring.services s on s.id = a.service_id
    join monitoring.alert_rules r on r.id = a.rule_id
  where n.channel_id = $1 and not n.collated order by n.id limit 5000`
const insertSql = `insert into monitoring.notifications (id, solution_id, channel_id, dedupe_key, alerts, state, next_at, created_at)
  select n.id, $2, $1, n.key, n.alerts, 'PENDING', $3, $3 from jsonb_to_recordset($4::jsonb) as n (id uuid, key text, alerts jsonb)`
const collatedSql = 'update monitoring.alert_notices set collated = true where id = any ($1::bigint[])'
