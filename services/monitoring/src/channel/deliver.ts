import type { ChannelResult, NotificationError } from '@bollard/contracts'
import type { Database, Queries, RowOf } from '@bollard/database'
import type { MonitoringContext } from '../monitoring-context.ts'
import { openChannel } from './channel-secrets.ts'
import { linkOf } from './link-of.ts'
import { eventOf, type Message, writeMessage } from './message.ts'
import type { Outcome } from './channel-kind.ts'
import { type OpenChannel, sendMessage } from './send-message.ts'

type DeliverContext = Pick<MonitoringContext, 'now' | 'newId' | 'box' | 'channels'> & { readonly db: Database }
type Leased = RowOf<'monitoring-notifications-lease'>

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
/** Waits after the first failed try, the second and so on; the last one comes again. */
const waits = [10 * second, 30 * second, 2 * minute, 5 * minute, 15 * minute, 30 * minute, hour] as const
/** Nobody needs to be told later than that. */
const keptMs = 12 * hour
/** What a provider does not understand, it hardly will later. */
const rejectedTriesMax = 3
/** Longer than any try takes: who has a message in hand and said nothing for so long is gone. */
const leaseMs = minute

/** Messages that are due, one a channel and the oldest first. If the process dies, they are due again after a minute. */
export async function leaseNotifications(
  { db, now }: Pick<DeliverContext, 'db' | 'now'>,
  limit: number,
): Promise<Leased[]> {
  const at = now()
  return db.query('monitoring-notifications-lease', leaseSql, [at, new Date(at.getTime() + leaseMs), limit])
}

/** Tries one message and writes down what became of it. A repetition has the id and the key of the first try. */
export async function deliver(context: DeliverContext, leased: Leased): Promise<void> {
  const { now, box, db, channels } = context
  const { language, solutionId, target, channelId } = leased
  const told = {
    ...writeMessage(leased.alerts, { language, timeZone: leased.timeZone, at: leased.createdAt }),
    alerts: leased.alerts,
    solutionId,
  }
  const message: Message = {
    ...told,
    id: leased.id,
    key: leased.key,
    event: eventOf(leased.alerts),
    url: linkOf(channels.dashboardUrl, language, solutionId),
    at: leased.createdAt,
    triedAt: now(),
  }
  const channel: OpenChannel = { solutionId, language, target, secrets: openChannel(box, channelId, leased) }
  const send = (tx: Queries) => (leased.active ? sendMessage(context, channel, message, tx) : switchedOff)
  // No transaction waits for somebody else's server; a mail is only put into the outbox.
  const sent = target.kind === 'EMAIL' ? null : await send(db)
  await db.transaction(async (tx) => settle(tx, leased, sent ?? (await send(tx)), now()))
}

const switchedOff: Outcome = { error: 'inactive', httpStatus: null, answer: null, retryAfterSeconds: null }

async function settle(tx: Queries, leased: Leased, outcome: Outcome, at: Date): Promise<void> {
  const { error, httpStatus, answer } = outcome
  const again = error === null || error === 'inactive' ? null : nextTry(leased, outcome, at)
  const state = error === null ? 'SENT' : error === 'inactive' ? 'DROPPED' : again === null ? 'FAILED' : 'PENDING'
  const [sentAt, endedAt] = [state === 'SENT' ? at : null, state === 'FAILED' ? at : null]
  const values = [leased.id, leased.attempts, state, again, httpStatus, error, sentAt, endedAt]
  const settled = await tx.query('monitoring-notification-settle', settleSql, values)
  if (settled.length === 0 || state === 'DROPPED') return
  const result: ChannelResult = { at: at.toISOString(), delivered: error === null, httpStatus, error, answer }
  // What came while this one was retried goes out together from now on.
  const isFree = again === null && leased.attempts > 1
  await tx.query('monitoring-channel-tried', triedSql, [
    leased.channelId,
    JSON.stringify(result),
    at,
    error === null,
    isFree,
  ])
}

/** When a message is tried again: after a growing wait, and never before the provider wants it; null when it is given up. */
export function nextTry(
  { attempts, since }: Pick<Leased, 'attempts' | 'since'>,
  { error, retryAfterSeconds }: { readonly error: NotificationError | null; readonly retryAfterSeconds: number | null },
  at: Date,
): Date | null {
  if (error === 'rejected' && attempts >= rejectedTriesMax) return null
  const wait = waits[Math.min(attempts, waits.length) - 1] ?? hour
  const next = at.getTime() + Math.max(wait, Math.min((retryAfterSeconds ?? 0) * second, hour))
  return next > since.getTime() + keptMs ? null : new Date(next)
}

const leaseSql = `update monitoring.notifications n set attempts = n.attempts + 1, next_at = $2
  from monitoring.channels c join monitoring.spaces p on p.solution_id = c.solution_id
  where c.id = n.channel_id and n.id in (select o.id from monitoring.notifications o where o.state = 'PENDING' and o.next_at <= $1
      and not exists (select from monitoring.notifications f where f.channel_id = o.channel_id and f.state = 'PENDING' and f.id < o.id)
    order by o.next_at limit $3 for update skip locked)
  returning n.id, n.solution_id as "solutionId", n.channel_id as "channelId", n.dedupe_key as key, n.alerts, n.attempts, n.created_at as "createdAt",
    coalesce(n.resent_at, n.created_at) as since, c.active, c.language, c.target, c.secret, c.secret_key_id as "secretKeyId", p.time_zone as "timeZone"`
const settleSql = `update monitoring.notifications set state = $3, next_at = $4, http_status = $5, error = $6, sent_at = $7,
    ended_at = $8
  where id = $1 and attempts = $2 and state = 'PENDING' returning id`
const triedSql = `update monitoring.channels set last_result = $2::jsonb, failing_since = case when $4::boolean then null else coalesce(failing_since, $3) end,
    free_since = case when $5::boolean then $3 else free_since end where id = $1`
