import type { Webhook, WebhookDelivery, WebhookEvent } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import type { SealedSecret } from '@bollard/webhooks'
import { lockSite } from '../../../records/sites/sites.ts'

/** A webhook as it is stored. */
export interface StoredWebhook {
  readonly id: string
  readonly siteId: number
  readonly url: string
  readonly description: string
  readonly events: WebhookEvent[]
  readonly active: boolean
  readonly inactiveReason: Webhook['inactiveReason']
  readonly secret: SealedSecret
  readonly secretCreatedAt: Date
  readonly former: { readonly secret: SealedSecret; readonly until: Date } | null
  readonly failingSince: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly version: number
}

interface Row extends Omit<StoredWebhook, 'secret' | 'former'> {
  readonly secretBytes: Buffer
  readonly secretKey: number
  readonly formerBytes: Buffer | null
  readonly formerKey: number | null
  readonly formerUntil: Date | null
}

const columns = `id, site_id as "siteId", url, description, events, active, inactive_reason as "inactiveReason", secret as "secretBytes", secret_key as "secretKey",
  secret_created_at as "secretCreatedAt", former_secret as "formerBytes", former_secret_key as "formerKey", former_until as "formerUntil",
  failing_since as "failingSince", created_at as "createdAt", updated_at as "updatedAt", version`

function toStored({ secretBytes, secretKey, formerBytes, formerKey, formerUntil, ...row }: Row): StoredWebhook {
  const former =
    formerBytes === null || formerKey === null || formerUntil === null
      ? null
      : { secret: { keyId: formerKey, bytes: formerBytes }, until: formerUntil }
  return { ...row, secret: { keyId: secretKey, bytes: secretBytes }, former }
}

export async function listWebhooks(db: Queries, siteId: number): Promise<StoredWebhook[]> {
  const rows = await db.query(
    'captcha-webhooks',
    `select ${columns} from captcha.webhooks where site_id = $1 order by created_at, id`,
    [siteId],
  )
  return rows.map(toStored)
}

export async function findWebhook(db: Queries, siteId: number, id: string): Promise<StoredWebhook | undefined> {
  const [row] = await db.query(
    'captcha-webhook',
    `select ${columns} from captcha.webhooks where site_id = $1 and id = $2`,
    [siteId, id],
  )
  return row && toStored(row)
}

/** Makes a webhook, unless the site has `most` of them. */
export async function insertWebhook(
  tx: Queries,
  webhook: Pick<StoredWebhook, 'id' | 'siteId' | 'url' | 'description' | 'events' | 'secret'>,
  { at, most }: { at: Date; most: number },
): Promise<StoredWebhook | undefined> {
  // Two at once must not both be the tenth.
  await lockSite(tx, webhook.siteId)
  const [row] = await tx.query(
    'captcha-webhook-insert',
    `insert into captcha.webhooks (id, site_id, url, description, events, secret, secret_key, secret_created_at, created_at, updated_at)
     select $1, $2, $3, $4, $5::text[], $6, $7, $8, $8, $8 where (select count(*) from captcha.webhooks where site_id = $2) < $9 returning ${columns}`,
    [
      webhook.id,
      webhook.siteId,
      webhook.url,
      webhook.description,
      webhook.events,
      webhook.secret.bytes,
      webhook.secret.keyId,
      at,
      most,
    ],
  )
  return row && toStored(row)
}

/** Changes a webhook that still has the version that was read. Turned on again it begins anew. */
export async function updateWebhook(
  tx: Queries,
  { siteId, id, version }: Pick<StoredWebhook, 'siteId' | 'id' | 'version'>,
  change: Pick<StoredWebhook, 'url' | 'description' | 'events' | 'active'>,
  at: Date,
): Promise<StoredWebhook | undefined> {
  const [row] = await tx.query(
    'captcha-webhook-update',
    `update captcha.webhooks set url = $4, description = $5, events = $6::text[], active = $7, updated_at = $8, version = version + 1,
       inactive_reason = case when $7 then null else coalesce(inactive_reason, 'MEMBER') end,
       failing_since = case when $7 and (not active or url <> $4) then null else failing_since end
     where site_id = $1 and id = $2 and version = $3 returning ${columns}`,
    [siteId, id, version, change.url, change.description, change.events, change.active, at],
  )
  return row && toStored(row)
}

/** Deletes a webhook; undefined when there is none. */
export async function deleteWebhook(db: Queries, siteId: number, id: string): Promise<StoredWebhook | undefined> {
  const [row] = await db.query(
    'captcha-webhook-delete',
    `delete from captcha.webhooks where site_id = $1 and id = $2 returning ${columns}`,
    [siteId, id],
  )
  return row && toStored(row)
}

/** Gives a webhook a new secret; the one before stays good until `formerUntil`, and any older one ends now. */
export async function replaceSecret(
  db: Queries,
  { siteId, id }: Pick<StoredWebhook, 'siteId' | 'id'>,
  secret: SealedSecret,
  { at, formerUntil }: { at: Date; formerUntil: Date },
): Promise<StoredWebhook | undefined> {
  const [row] = await db.query(
    'captcha-webhook-secret',
    `update captcha.webhooks set former_secret = secret, former_secret_key = secret_key, former_until = $5, secret = $3, secret_key = $4, secret_created_at = $6,
       updated_at = $6, version = version + 1
     where site_id = $1 and id = $2 returning ${columns}`,
    [siteId, id, secret.bytes, secret.keyId, formerUntil, at],
  )
  return row && toStored(row)
}

/** A message as it is stored. */
export interface StoredDelivery extends Omit<
  WebhookDelivery,
  'createdAt' | 'lastTryAt' | 'nextTryAt' | 'requestHeaders' | 'requestBody' | 'responseBody'
> {
  readonly body: string
  readonly answer: string | null
  readonly createdAt: Date
  readonly lastTryAt: Date | null
  readonly nextTryAt: Date | null
}

const deliveryColumns = `id, type, status, attempts, http_status as "httpStatus", error, duration_ms as "durationMs", body, answer,
  created_at as "createdAt", last_try_at as "lastTryAt", next_try_at as "nextTryAt"`

/** The last 50 messages to a webhook, newest first. */
export async function listDeliveries(db: Queries, webhookId: string): Promise<WebhookDelivery[]> {
  const rows = await db.query(
    'captcha-webhook-deliveries',
    `select ${deliveryColumns} from captcha.alert_outbox where webhook_id = $1 order by created_at desc, id desc limit 50`,
    [webhookId],
  )
  return rows.map(toDelivery)
}

export async function findDelivery(db: Queries, webhookId: string, id: string): Promise<WebhookDelivery | undefined> {
  const [row] = await db.query(
    'captcha-webhook-delivery',
    `select ${deliveryColumns} from captcha.alert_outbox where webhook_id = $1 and id = $2`,
    [webhookId, id],
  )
  return row && toDelivery(row)
}

/** A message as people see it. The signature stays out: with the body beside it, whoever reads the list could send it anew. */
export function toDelivery({ body, answer, createdAt, lastTryAt, nextTryAt, ...row }: StoredDelivery): WebhookDelivery {
  return {
    ...row,
    requestHeaders: {
      'content-type': 'application/json',
      'webhook-id': row.id,
      ...(lastTryAt === null ? {} : { 'webhook-timestamp': String(Math.floor(lastTryAt.getTime() / 1000)) }),
      'webhook-signature': 'v1,…',
    },
    requestBody: body,
    responseBody: answer,
    createdAt: createdAt.toISOString(),
    lastTryAt: lastTryAt?.toISOString() ?? null,
    nextTryAt: nextTryAt?.toISOString() ?? null,
  }
}
