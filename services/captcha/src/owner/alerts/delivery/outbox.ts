import { randomUUIDv7 } from 'node:crypto'
import type { DeliveryError } from '@bollard/contracts'
import type { Queries } from '@bollard/database'

/** What is sent, and when this try began. */
export interface OutboxMessage {
  readonly id: string
  readonly body: string
  readonly triedAt: Date
}

/** One mail or one webhook message on its way. */
export interface OutboxItem extends OutboxMessage {
  readonly siteId: number
  /** Exactly one of the two is there. */
  readonly webhookId: string | null
  readonly mailTo: string | null
  /** Tries so far, this one included. */
  readonly attempts: number
}

export interface NewOutboxItem {
  readonly siteId: number
  /** Null where it reports no change of an alert. */
  readonly eventId: string | null
  readonly to: { readonly webhookId: string } | { readonly mailTo: string }
  readonly type: string
  readonly body: string
}

/** What became of a try. `again` is when to try once more, null for never. */
export interface OutboxResult {
  readonly delivered: boolean
  readonly httpStatus: number | null
  readonly error: DeliveryError | 'mail' | 'unwanted' | null
  /** Of a message, as far as it was sent. */
  readonly durationMs?: number
  readonly answer?: string | null
  readonly again: Date | null
}

/** Longer than any try takes: who leased an item and said nothing for so long is gone. */
const leaseMs = 120_000

/** Puts an item on its way; nothing where the same event already has one to the same receiver. */
export async function enqueue(tx: Queries, item: NewOutboxItem, at: Date): Promise<void> {
  await tx.query(
    'captcha-outbox-add',
    `insert into captcha.alert_outbox (id, site_id, event_id, webhook_id, mail_to, type, body, created_at, next_try_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8) on conflict do nothing`,
    [
      randomUUIDv7(),
      item.siteId,
      item.eventId,
      'webhookId' in item.to ? item.to.webhookId : null,
      'mailTo' in item.to ? item.to.mailTo : null,
      item.type,
      item.body,
      at,
    ],
  )
}

/** Takes items of one kind that are due. Each is given to one process; if that dies, the item is due again after two minutes. */
export async function leaseDue(
  db: Queries,
  { kind, limit, now }: { kind: 'mail' | 'webhook'; limit: number; now: number },
): Promise<OutboxItem[]> {
  return db.query(
    'captcha-outbox-lease',
    `update captcha.alert_outbox set attempts = attempts + 1, last_try_at = $2, next_try_at = $3
     where id in (select id from captcha.alert_outbox where status = 'PENDING' and next_try_at <= $2 and (mail_to is not null) = $4 order by next_try_at limit $1 for update skip locked)
     returning id, site_id as "siteId", webhook_id as "webhookId", mail_to as "mailTo", body, attempts, last_try_at as "triedAt"`,
    [limit, new Date(now), new Date(now + leaseMs), kind === 'mail'],
  )
}

/** Writes down what became of a try, unless somebody else has taken the item meanwhile; whether it did. */
export async function settle(
  tx: Queries,
  { id, attempts }: Pick<OutboxItem, 'id' | 'attempts'>,
  { delivered, httpStatus, error, durationMs, answer, again }: OutboxResult,
): Promise<boolean> {
  const rows = await tx.query(
    'captcha-outbox-settle',
    `update captcha.alert_outbox set status = $3, http_status = $4, error = $5, next_try_at = $6, duration_ms = $7, answer = $8,
       body = case when mail_to is not null and $3 <> 'PENDING' then '' else body end
     where id = $1 and attempts = $2 and status = 'PENDING' returning id`,
    [
      id,
      attempts,
      delivered ? 'DELIVERED' : again === null ? 'FAILED' : 'PENDING',
      httpStatus,
      error,
      delivered ? null : again,
      durationMs ?? null,
      answer ?? null,
    ],
  )
  return rows.length === 1
}

/** Writes down what became of a try that somebody asked for and waits for, unless there was another one meanwhile. */
export async function settleNow(
  db: Queries,
  { id, attempts }: Pick<OutboxItem, 'id' | 'attempts'>,
  { delivered, httpStatus, error, durationMs, answer }: Omit<OutboxResult, 'again'>,
): Promise<void> {
  await db.query(
    'captcha-outbox-settle-now',
    `update captcha.alert_outbox set status = $3, http_status = $4, error = $5, duration_ms = $6, answer = $7 where id = $1 and attempts = $2`,
    [id, attempts, delivered ? 'DELIVERED' : 'FAILED', httpStatus, error, durationMs ?? null, answer ?? null],
  )
}

/** What waits for a webhook that was turned off will not be sent. */
export async function dropPending(tx: Queries, webhookId: string): Promise<void> {
  await tx.query(
    'captcha-outbox-drop',
    `update captcha.alert_outbox set status = 'FAILED', error = 'inactive', next_try_at = null where webhook_id = $1 and status = 'PENDING'`,
    [webhookId],
  )
}
