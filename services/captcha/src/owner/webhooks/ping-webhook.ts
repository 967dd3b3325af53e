import { randomUUIDv7 } from 'node:crypto'
import type { Call, Caller } from '@bollard/access'
import type { WebhookDelivery } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import { rateLimits } from '../../rate-limits.ts'
import { recordAudit } from '../../records/audit/record-audit.ts'
import type { SiteOverview } from '../../records/sites/sites.ts'
import { type DeliveryContext, sendMessage } from '../alerts/delivery/deliver.ts'
import { settleNow } from '../alerts/delivery/outbox.ts'
import { type StoredWebhook, toDelivery } from '../alerts/delivery/webhook-store.ts'

/** Sends a ping now, once, and tells what the receiver answered; null when that was asked for too often. */
export async function pingWebhook(
  context: Pick<DeliveryContext, 'now' | 'secrets' | 'post'> & { readonly db: Database },
  actor: Caller,
  site: SiteOverview,
  webhook: StoredWebhook,
  call: Call,
): Promise<WebhookDelivery | null> {
  const at = context.now()
  const id = randomUUIDv7()
  const body = JSON.stringify({
    type: 'ping',
    timestamp: at.toISOString(),
    data: { solutionId: site.solutionId, webhookId: webhook.id },
  })
  // Stored as failed before it is sent: whatever happens now, it was tried, and is tried no more.
  if (!(await notePing(context.db, actor, site, webhook, { id, body, at }, call))) return null
  const outcome = await sendMessage(context, webhook, { id, body, triedAt: at })
  await settleNow(context.db, { id, attempts: 1 }, outcome)
  const { delivered, httpStatus, error, durationMs, answer } = outcome
  return toDelivery({
    id,
    type: 'ping',
    status: delivered ? 'DELIVERED' : 'FAILED',
    attempts: 1,
    httpStatus,
    error,
    durationMs,
    body,
    answer,
    createdAt: at,
    lastTryAt: at,
    nextTryAt: null,
  })
}

function notePing(
  db: Database,
  actor: Caller,
  site: SiteOverview,
  webhook: StoredWebhook,
  { id, body, at }: { id: string; body: string; at: Date },
  call: Call,
): Promise<boolean> {
  const { limit, seconds } = rateLimits.pingWebhook
  return db.transaction(async (tx) => {
    // One after the other, or many at once would all be among the first.
    await tx.query('captcha-webhook-lock', 'select id from captcha.webhooks where id = $1 for update', [webhook.id])
    const rows = await tx.query(
      'captcha-ping-add',
      `insert into captcha.alert_outbox (id, site_id, webhook_id, type, body, status, error, attempts, created_at, last_try_at)
       select $1, $2, $3, 'ping', $4, 'FAILED', 'timeout', 1, $5, $5
       where (select count(*) from captcha.alert_outbox where webhook_id = $3 and type = 'ping' and created_at > $6) < $7 returning id`,
      [id, webhook.siteId, webhook.id, body, at, new Date(at.getTime() - seconds * 1000), limit],
    )
    if (rows.length === 0) return false
    await recordAudit(tx, actor, call, at, {
      site,
      action: 'webhook.tested',
      target: { kind: 'webhook', id: webhook.id },
    })
    return true
  })
}
