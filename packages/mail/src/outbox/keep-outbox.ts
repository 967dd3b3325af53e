import type { Queries } from '@bollard/database'

export interface OutboxCounts {
  readonly PENDING: number
  readonly SENT: number
  readonly FAILED: number
  /** Seconds since the oldest mail that still waits was written; 0 when none waits. */
  readonly oldestPendingSeconds: number
}

/** What the outbox holds, of the last 30 days. */
export async function countMails(db: Queries, now: Date): Promise<OutboxCounts> {
  const [row] = await db.query('mail-outbox-counts', countSql, [now])
  return row ?? { PENDING: 0, SENT: 0, FAILED: 0, oldestPendingSeconds: 0 }
}

export async function isBounced(db: Queries, address: string): Promise<boolean> {
  return (
    (await db.query('mail-is-bounced', 'select 1 from mail.bounces where address = lower($1)', [address])).length > 0
  )
}

/** Deletes the text of mails that were given up after three days, mails after 30 days, and what is known of an address that nothing was sent to for half a year. */
export async function sweep(db: Queries, now: Date): Promise<void> {
  await db.query(
    'mail-outbox-sweep',
    `delete from mail.outbox where state <> 'PENDING' and created_at < $1::timestamptz - interval '30 days'`,
    [now],
  )
  await db.query('mail-outbox-empty', emptySql, [now])
  await db.query('mail-bounces-sweep', `delete from mail.bounces where at < $1::timestamptz - interval '180 days'`, [
    now,
  ])
}

const countSql = `select (count(*) filter (where state = 'PENDING'))::int as "PENDING", (count(*) filter (where state = 'SENT'))::int as "SENT",
    (count(*) filter (where state = 'FAILED'))::int as "FAILED",
    coalesce(greatest(0, extract(epoch from $1::timestamptz - min(created_at) filter (where state = 'PENDING'))), 0)::float8 as "oldestPendingSeconds"
  from mail.outbox`

const emptySql = `update mail.outbox set body_text = '', body_html = '', unsubscribe_url = null, attachments = null
  where state = 'FAILED' and body_text <> '' and ended_at < $1::timestamptz - interval '3 days'`
