import { randomUUIDv7 } from 'node:crypto'
import type { WebhookDelivery } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import { recordChange } from '../../records/audit/record-change.ts'
import type { Editor } from '../../access/require-editor.ts'
import { type DeliveryPorts, sendMessage } from '../alerts/delivery/deliver.ts'
import type { StoredWebhook } from '../alerts/delivery/webhook-store.ts'

export const pingsPerMinute = 10

/** Sends a ping now, once, and tells what the receiver answered; null when that was asked for too often. */
export async function pingWebhook(
  ports: Pick<DeliveryPorts, 'now' | 'secrets' | 'post'> & { readonly db: Database },
  editor: Editor,
  webhook: StoredWebhook,
): Promise<WebhookDelivery | null> {
  const at = new Date(ports.now())
  const id = randomUUIDv7()
  const body = JSON.stringify({
    type: 'ping',
    timestamp: at.toISOString(),
    data: { solutionId: editor.site.solutionId, webhookId: webhook.id },
  })
  // Stored as failed before it is sent: whatever happens now, it was tried, and is tried no more.
  if (!(await notePing(ports.db, editor, webhook, { id, body, at }))) return null
  const outcome = await sendMessage(ports, webhook, { id, body })
  const status = outcome.delivered ? 'DELIVERED' : 'FAILED'
  await ports.db.query(
    'captcha-ping-settle',
    'update captcha.alert_outbox set status = $2, http_status = $3, error = $4 where id = $1',
    [id, status, outcome.httpStatus, outcome.error],
  )
  const { httpStatus, error } = outcome
  return {
    id,
    type: 'ping',
    status,
    attempts: 1,
    httpStatus,
    error,
    createdAt: at.toISOString(),
    lastTryAt: at.toISOString(),
    nextTryAt: null,
  }
}

function notePing(
  db: Database,
  editor: Editor,
  webhook: StoredWebhook,
  { id, body, at }: { id: string; body: string; at: Date },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    // One after the other, or many at once would all be among the first.
    await tx.query('captcha-webhook-lock', 'select id from captcha.webhooks where id = $1 for update', [webhook.id])
    const rows = await tx.query(
      'captcha-ping-add',
      `insert into captcha.alert_outbox (id, site_id, webhook_id, type, body, status, error, attempts, created_at, last_try_at)
       select $1, $2, $3, 'ping', $4, 'FAILED', 'timeout', 1, $5, $5
       where (select count(*) from captcha.alert_outbox where webhook_id = $3 and type = 'ping' and created_at > $6) < $7 returning id`,
      [id, webhook.siteId, webhook.id, body, at, new Date(at.getTime() - 60_000), pingsPerMinute],
    )
    if (rows.length === 0) return false
    await recordChange(tx, editor, at, { action: 'webhook.tested', target: { kind: 'webhook', id: webhook.id } })
    return true
  })
}
