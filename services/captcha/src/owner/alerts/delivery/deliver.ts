import type { Database, Queries } from '@bollard/database'
import { type Mail, MailRefusedError } from '@bollard/mail'
import {
  nextTryAt,
  postWebhook,
  type PostOptions,
  type PostOutcome,
  type SecretBox,
  signWebhook,
} from '@bollard/webhooks'
import { z } from 'zod'
import { dayMs } from './alert-times.ts'
import { dropPending, leaseDue, type OutboxItem, type OutboxResult, settle } from './outbox.ts'
import { findWebhook, type StoredWebhook } from './webhook-store.ts'

export interface DeliveryPorts {
  readonly db: Database
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** 0 … 1. */
  readonly random: () => number
  readonly secrets: SecretBox
  readonly sendMail: (mail: Mail) => Promise<void>
  /** Where one POST ends mails of alerts to an address; null when it gets none. */
  readonly readerOf: (siteId: number, email: string) => Promise<{ readonly unsubscribeUrl: string } | null>
  readonly post: PostOptions
  /** Told of mails that the transport did not take. */
  readonly onError: (error: unknown) => void
  /** Tells the owner, in the transaction that turned a webhook off. */
  readonly onDisabled: (
    tx: Queries,
    webhook: StoredWebhook,
    reason: 'GONE' | 'FAILING',
    since: Date,
    at: Date,
  ) => Promise<void>
}

const atOnce = 20
const disableAfterMs = 5 * dayMs
/** Failures further apart than the longest wait belong to different troubles. */
const sameTroubleMs = 2 * dayMs

/** Whether somebody wants such mails cannot be asked otherwise. */
const askingTag = 'alert-address-confirm'
const storedMail = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  tag: z.string(),
})

/** Tries what is due of one kind, once; how many that were. Safe in any number of processes at once. */
export async function deliverDue(ports: DeliveryPorts, kind: 'mail' | 'webhook'): Promise<number> {
  const items = await leaseDue(ports.db, { kind, limit: atOnce, now: ports.now() })
  const ended = await Promise.allSettled(
    items.map((item) => (item.mailTo === null ? deliverMessage(ports, item) : deliverMail(ports, item))),
  )
  // What could not be written down is tried again when its lease is over.
  for (const result of ended) if (result.status === 'rejected') ports.onError(result.reason)
  return items.length
}

async function deliverMail(ports: DeliveryPorts, item: OutboxItem): Promise<void> {
  let result: OutboxResult = { delivered: true, httpStatus: null, error: null, again: null }
  try {
    const mail = storedMail.parse(JSON.parse(item.body))
    // Asked when it is sent, since whoever switches mails off wants none that was written before either.
    const reader = mail.tag === askingTag ? {} : await ports.readerOf(item.siteId, mail.to)
    if (reader === null) result = { delivered: false, httpStatus: null, error: 'unwanted', again: null }
    else await ports.sendMail({ ...mail, ...reader })
  } catch (error) {
    ports.onError(error)
    // What no transport may ever send is not tried again.
    result = {
      delivered: false,
      httpStatus: null,
      error: 'mail',
      again: error instanceof MailRefusedError ? null : againAfter(ports, item),
    }
  }
  await settle(ports.db, item, result)
}

async function deliverMessage(ports: DeliveryPorts, item: OutboxItem): Promise<void> {
  const webhook = item.webhookId === null ? undefined : await findWebhook(ports.db, item.siteId, item.webhookId)
  // Deleted or turned off after the lease.
  if (webhook === undefined || !webhook.active) {
    await settle(ports.db, item, { delivered: false, httpStatus: null, error: 'inactive', again: null })
    return
  }
  const outcome = await sendMessage(ports, webhook, item)
  const again = outcome.delivered || outcome.error === 'gone' ? null : againAfter(ports, item)
  await ports.db.transaction(async (tx) => {
    if (await settle(tx, item, { ...outcome, again })) await noteOutcome(ports, tx, webhook, outcome)
  })
}

/** Signs a message with every secret that is good, and sends it. */
export async function sendMessage(
  ports: Pick<DeliveryPorts, 'now' | 'secrets' | 'post'>,
  webhook: StoredWebhook,
  { id, body }: Pick<OutboxItem, 'id' | 'body'>,
): Promise<PostOutcome> {
  const now = ports.now()
  const sealed = [
    webhook.secret,
    ...(webhook.former !== null && webhook.former.until.getTime() > now ? [webhook.former.secret] : []),
  ]
  const secrets = sealed.map((secret) => ports.secrets.open(secret, webhook.id)).filter((secret) => secret !== null)
  if (secrets.length === 0) return { delivered: false, httpStatus: null, error: 'secret' }
  return postWebhook(
    { url: webhook.url, body, headers: signWebhook({ id, timestamp: Math.floor(now / 1000), body }, secrets) },
    ports.post,
  )
}

async function noteOutcome(
  ports: DeliveryPorts,
  tx: Queries,
  webhook: StoredWebhook,
  outcome: PostOutcome,
): Promise<void> {
  const at = new Date(ports.now())
  if (outcome.delivered) {
    await tx.query(
      'captcha-webhook-works',
      'update captcha.webhooks set failing_since = null, last_failed_at = null where id = $1 and failing_since is not null',
      [webhook.id],
    )
    return
  }
  const [row] = await tx.query<{ since: Date }>(
    'captcha-webhook-fails',
    `update captcha.webhooks set last_failed_at = $2, failing_since = case when failing_since is null or last_failed_at < $3 then $2 else failing_since end
     where id = $1 and active returning failing_since as since`,
    [webhook.id, at, new Date(at.getTime() - sameTroubleMs)],
  )
  if (row === undefined) return
  if (outcome.error === 'gone') await disable(ports, tx, webhook, 'GONE', at, at)
  else if (at.getTime() - row.since.getTime() >= disableAfterMs)
    await disable(ports, tx, webhook, 'FAILING', row.since, at)
}

async function disable(
  ports: DeliveryPorts,
  tx: Queries,
  webhook: StoredWebhook,
  reason: 'GONE' | 'FAILING',
  since: Date,
  at: Date,
): Promise<void> {
  const disabled = await tx.query(
    'captcha-webhook-disable',
    'update captcha.webhooks set active = false, inactive_reason = $2, updated_at = $3, version = version + 1 where id = $1 and active returning id',
    [webhook.id, reason, at],
  )
  if (disabled.length === 0) return
  await dropPending(tx, webhook.id)
  await ports.onDisabled(tx, webhook, reason, since, at)
}

function againAfter(ports: DeliveryPorts, { attempts }: OutboxItem): Date | null {
  const at = nextTryAt(attempts, ports.now(), ports.random())
  return at === null ? null : new Date(at)
}
