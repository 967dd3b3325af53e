import type { Call, Caller } from '@bollard/access'
import type { WebhookDelivery } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { recordAudit } from '../../records/audit/record-audit.ts'
import type { SiteOverview } from '../../records/sites/sites.ts'
import { type DeliveryContext, sendMessage } from '../alerts/delivery/deliver.ts'
import { settleNow } from '../alerts/delivery/outbox.ts'
import { findDelivery, type StoredWebhook } from '../alerts/delivery/webhook-store.ts'

/**
 * Sends a message again now, once, with the id it had: a receiver that has handled it already can tell. Throws `not-found`, and
 * `state-conflict` for a message that is still being tried.
 */
export async function redeliver(
  context: Pick<DeliveryContext, 'now' | 'secrets' | 'post'> & { readonly db: Database },
  actor: Caller,
  { site, webhook, deliveryId }: { site: SiteOverview; webhook: StoredWebhook; deliveryId: string },
  call: Call,
): Promise<WebhookDelivery> {
  const { db } = context
  const at = context.now()
  const taken = await db.transaction(async (tx) => {
    // Stored as failed before it is sent: whatever happens now, it was tried, and is tried no more by itself.
    const [row] = await tx.query(
      'captcha-delivery-take',
      `update captcha.alert_outbox set status = 'FAILED', error = 'timeout', http_status = null, duration_ms = null, answer = null,
         attempts = attempts + 1, last_try_at = $3
       where id = $1 and webhook_id = $2 and status <> 'PENDING' returning body, attempts`,
      [deliveryId, webhook.id, at],
    )
    if (row === undefined) return null
    await recordAudit(tx, actor, call, at, {
      site,
      action: 'webhook.redelivered',
      target: { kind: 'webhook', id: webhook.id },
    })
    return row
  })
  if (taken === null) {
    if ((await findDelivery(db, webhook.id, deliveryId)) === undefined) throw new ProblemError('not-found')
    throw new ProblemError('state-conflict', 'This message is still being tried.')
  }
  const id = deliveryId.toLowerCase()
  const outcome = await sendMessage(context, webhook, { id, body: taken.body, triedAt: at })
  await settleNow(db, { id, attempts: taken.attempts }, outcome)
  const delivery = await findDelivery(db, webhook.id, id)
  if (delivery === undefined) throw new ProblemError('not-found')
  return delivery
}
