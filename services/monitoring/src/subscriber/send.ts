import { confirmationHours, type ReportStage, type SubscriberChannel } from '@bollard/contracts'
import type { Database, RowOf } from '@bollard/database'
import type { Mail, MailLanguage } from '@bollard/mail'
import { nextTryAt, type WebhookPost } from '@bollard/webhooks'
import type { MaintenanceEvent } from '../announcement/next-step.ts'
import { servedHost } from '../host/host-proof.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import type { StatusPorts } from '../status-ports.ts'
import { openSecrets } from './destination.ts'
import { confirmationPost, type ToldBySubscriber, type ToldUpdate, updatePost, writeUpdate } from './letters.ts'
import { maintenancePost, type ToldMaintenance, writeMaintenance } from './maintenance-letters.ts'

type SendContext = Pick<MonitoringContext, 'box' | 'status' | 'now'> & { readonly db: Database }
type Due = RowOf<'monitoring-messages-due'>

/** Taken by one process at once; what it does not end within a minute another one takes. */
const atOnce = 50
const leaseMs = 60_000
/** Webhooks are answered by strangers' servers: this many are waited for together. */
const postsTogether = 10

/**
 * Sends what subscribers are to be told: a mail is put into the outbox in the transaction that ends its message, so that it is sent
 * once; webhooks are tried again for three days, each time with the same id. Safe in several processes at once. Answers how many were tried.
 */
export async function sendMessages(context: SendContext): Promise<number> {
  let tried = 0
  for (;;) {
    const at = context.now()
    const until = new Date(at.getTime() + leaseMs)
    const due = await context.db.query('monitoring-messages-due', dueSql, [at, until, atOnce])
    for (let from = 0; from < due.length; from += postsTogether)
      await Promise.all(due.slice(from, from + postsTogether).map((message) => send(context, message)))
    tried += due.length
    if (due.length < atOnce) return tried
  }
}

async function send(context: SendContext, message: Due): Promise<void> {
  const { box, status, db } = context
  const { subscriberId, channel, isQuestion } = message
  const secrets = openSecrets(box, { id: subscriberId, sealed: message.sealed, keyId: message.keyId })
  if (
    secrets === null ||
    message.slug === null ||
    (message.state !== 'ACTIVE' && !isQuestion) ||
    isLate(context, message)
  )
    return end(context, message)
  const told = {
    messageId: message.id,
    language: message.language as MailLanguage,
    to: secrets.destination,
    token: secrets.token,
    page: message.page ?? '',
    slug: message.slug,
    host: message.host,
  }
  const letter = letterOf(status, message, told)
  if (channel === 'EMAIL') {
    if (letter === null) return end(context, message)
    if (await status.isBounced(secrets.destination)) return endSubscriber(context, message)
    await db.transaction(async (tx) => {
      const ended = await tx.query('monitoring-message-end', endSql, [message.id, context.now()])
      if (ended.length > 0) await status.enqueueMail(tx, letter.mail(), `status-update ${message.id}`)
    })
    return
  }
  const kind = channel as SubscriberChannel
  // What was told of is deleted.
  if (letter === null && !isQuestion) return end(context, message)
  const { delivered, error } = await status.postWebhook(letter?.post(kind) ?? confirmationPost(status, kind, told))
  if (delivered) return end(context, message)
  // 410: the receiver wants no more of it.
  if (error === 'gone') return endSubscriber(context, message)
  const next = nextTryAt(message.tries, context.now().getTime(), status.random())
  if (next === null) return end(context, message)
  await db.query('monitoring-message-later', laterSql, [message.id, new Date(next)])
}

/** A reminder is none once the work has begun. */
function isLate({ now }: SendContext, { event, fromAt }: Due): boolean {
  return event === 'REMINDER' && fromAt !== null && fromAt <= now()
}

interface Letter {
  mail(): Mail
  post(channel: SubscriberChannel): WebhookPost
}

/** An update of a report or a notice of maintenance; null where the message asks for a confirmation. */
function letterOf(status: StatusPorts, message: Due, told: ToldBySubscriber): Letter | null {
  const { reportId, title, stage, text, at, revision, correctedAt } = message
  if (reportId !== null && title !== null && stage !== null && text !== null && at !== null) {
    const corrected = revision > 1 ? correctedAt : null
    const update: ToldUpdate = {
      ...told,
      reportId,
      title,
      stage: stage as ReportStage,
      text,
      at,
      correctedAt: corrected,
    }
    return { mail: () => writeUpdate(status, update), post: (channel) => updatePost(status, channel, update) }
  }
  const maintenance = maintenanceOf(message, told)
  if (maintenance === null) return null
  return {
    mail: () => writeMaintenance(status, maintenance),
    post: (channel) => maintenancePost(status, channel, maintenance),
  }
}

function maintenanceOf(message: Due, told: ToldBySubscriber): ToldMaintenance | null {
  const { event, maintenanceId, work, fromAt, toAt, isSeries, noticeAt, timeZone, components } = message
  if (event === null || maintenanceId === null || work === null || fromAt === null || toAt === null) return null
  const times = { from: fromAt, until: toAt, at: noticeAt ?? fromAt, isSeries: isSeries === true }
  const zone = timeZone ?? 'Etc/UTC'
  const names = components as readonly string[]
  const what = { event: event as MaintenanceEvent, maintenanceId, title: work, components: names, timeZone: zone }
  return { ...told, ...what, ...times }
}

async function end({ db, now }: SendContext, { id }: Due): Promise<void> {
  await db.query('monitoring-message-end', endSql, [id, now()])
}

/** Nothing more is sent to a destination that takes nothing; its owner sees that it ended. */
async function endSubscriber({ db, now }: SendContext, { id, subscriberId }: Due): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query('monitoring-message-end', endSql, [id, now()])
    await tx.query('monitoring-subscriber-ended', endedSql, [subscriberId])
    await tx.query('monitoring-messages-drop', dropSql, [subscriberId, now()])
  })
}

/** Forgets subscriptions that were not confirmed in time, and messages of a month ago. */
export async function sweepSubscribers(db: Database, now: Date): Promise<void> {
  const before = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000)
  await db.query('monitoring-sweep-pending', pendingSql, [before(confirmationHours)])
  await db.query('monitoring-sweep-notices', 'delete from monitoring.maintenance_notices where at < $1', [
    before(24 * 30),
  ])
  await db.query('monitoring-sweep-messages', 'delete from monitoring.subscriber_messages where ended_at < $1', [
    before(24 * 30),
  ])
}

// Tries count when they begin: a process that is killed again and again by the same message gives it up at last.
const dueSql = `with taken as (update monitoring.subscriber_messages set tries = tries + 1, next_try_at = $2 where id in (
      select id from monitoring.subscriber_messages where next_try_at <= $1 order by next_try_at limit $3 for update skip locked)
    returning id, subscriber_id, update_id, notice_id, revision, tries)
  select m.id, m.tries, m.revision, m.update_id is null and m.notice_id is null as "isQuestion", s.id as "subscriberId", s.channel, s.sealed,
    s.key_id as "keyId", s.language, s.state, p.slug, ${servedHost} as host, p.name as page, r.id as "reportId", r.title, u.stage, u.text, u.at,
    u.corrected_at as "correctedAt", n.event, n.told_id as "maintenanceId", n.title as work, n.from_at as "fromAt", n.to_at as "toAt",
    n.is_series as "isSeries", n.at as "noticeAt", z.time_zone as "timeZone",
    array (select c.name from monitoring.page_components c where c.page_id = s.page_id and c.id = any (n.component_ids) order by c.position)
      as components
  from taken m join monitoring.subscribers s on s.id = m.subscriber_id left join monitoring.status_pages p on p.id = s.page_id
    left join monitoring.report_updates u on u.id = m.update_id left join monitoring.status_reports r on r.id = u.report_id
    left join monitoring.maintenance_notices n on n.id = m.notice_id left join monitoring.spaces z on z.solution_id = s.solution_id`
const endSql =
  'update monitoring.subscriber_messages set next_try_at = null, ended_at = $2 where id = $1 and ended_at is null returning id'
const laterSql = 'update monitoring.subscriber_messages set next_try_at = $2 where id = $1 and ended_at is null'
const endedSql = `update monitoring.subscribers set state = 'ENDED' where id = $1 and state = 'ACTIVE'`
const dropSql =
  'update monitoring.subscriber_messages set next_try_at = null, ended_at = $2 where subscriber_id = $1 and ended_at is null'
const pendingSql = `delete from monitoring.subscribers where state = 'PENDING' and created_at < $1`
