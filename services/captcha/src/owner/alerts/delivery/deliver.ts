import type { Database, Queries } from '@bollard/database'
import { type Mail, MailRefusedError } from '@bollard/mail'
import {
  nextTryAt,
  type PostOptions,
  type PostOutcome,
  postWebhook,
  type SecretBox,
  signWebhook,
} from '@bollard/webhooks'
import { z } from 'zod'
import { dayMs } from './alert-times.ts'
import { dropPending, leaseDue, type OutboxItem, type OutboxMessage, type OutboxResult, settle } from './outbox.ts'
import { findWebhook, type StoredWebhook } from './webhook-store.ts'

export interface DeliveryContext {
  readonly db: Database
  readonly now: () => Date
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
export async function deliverDue(context: DeliveryContext, kind: 'mail' | 'webhook'): Promise<number> {
  const items = await leaseDue(context.db, { kind, limit: atOnce, now: context.now().getTime() })
  const ended = await Promise.allSettled(
    items.map((item) => (item.mailTo === null ? deliverMessage(context, item) : deliverMail(context, item))),
  )
  // What could not be written down is tried again when its lease is over.
  for (const result of ended) if (result.status === 'rejected') context.onError(result.reason)
  return items.length
}

async function deliverMail(context: DeliveryContext, item: OutboxItem): Promise<void> {
  let result: OutboxResult = { delivered: true, httpStatus: null, error: null, again: null }
  try {
    const mail = storedMail.parse(JSON.parse(item.body))
    // Asked when it is sent, since whoever switches mails off wants none that was written before either.
    const reader = mail.tag === askingTag ? {} : await context.readerOf(item.siteId, mail.to)
    if (reader === null) result = { delivered: false, httpStatus: null, error: 'unwanted', again: null }
    else await context.sendMail({ ...mail, ...reader })
  } catch (error) {
    context.onError(error)
    // What no transport may ever send is not tried again.
    result = {
      delivered: false,
      httpStatus: null,
      error: 'mail',
      again: error instanceof MailRefusedError ? null : againAfter(context, item),
    }
  }
  await settle(context.db, item, result)
}

async function deliverMessage(context: DeliveryContext, item: OutboxItem): Promise<void> {
  const webhook = item.webhookId === null ? undefined : await findWebhook(context.db, item.siteId, item.webhookId)
  // Deleted or turned off after the lease.
  if (webhook === undefined || !webhook.active) {
    await settle(context.db, item, { delivered: false, httpStatus: null, error: 'inactive', again: null })
    return
  }
  const outcome = await sendMessage(context, webhook, item)
  const again = outcome.delivered || outcome.error === 'gone' ? null : againAfter(context, item)
  await context.db.transaction(async (tx) => {
    if (await settle(tx, item, { ...outcome, again })) await noteOutcome(context, tx, webhook, outcome)
  })
}

/** Signs a message with every secret that is good, and sends it. */
export async function sendMessage(
  context: Pick<DeliveryContext, 'secrets' | 'post'>,
  webhook: StoredWebhook,
  { id, body, triedAt }: OutboxMessage,
): Promise<PostOutcome> {
  const now = triedAt.getTime()
  const sealed = [
    webhook.secret,
    ...(webhook.former !== null && webhook.former.until.getTime() > now ? [webhook.former.secret] : []),
  ]
  const secrets = sealed.map((secret) => context.secrets.open(secret, webhook.id)).filter((secret) => secret !== null)
  if (secrets.length === 0) return { delivered: false, httpStatus: null, error: 'secret', durationMs: 0, answer: null }
  return postWebhook(
    { url: webhook.url, body, headers: signWebhook({ id, timestamp: Math.floor(now / 1000), body }, secrets) },
    context.post,
  )
}

async function noteOutcome(
  context: DeliveryContext,
  tx: Queries,
  webhook: StoredWebhook,
  outcome: PostOutcome,
): Promise<void> {
  const at = context.now()
  if (outcome.delivered) {
    await tx.query(
      'captcha-webhook-works',
      'update captcha.webhooks set failing_since = null, last_failed_at = null where id = $1 and failing_since is not null',
      [webhook.id],
    )
    return
  }
  const [row] = await tx.query(
    'captcha-webhook-fails',
    `update captcha.webhooks set last_failed_at = $2, failing_since = case when failing_since is null or last_failed_at < $3 then $2 else failing_since end
     where id = $1 and active returning failing_since as since`,
    [webhook.id, at, new Date(at.getTime() - sameTroubleMs)],
  )
  if (row === undefined) return
  if (outcome.error === 'gone') await disable(context, tx, webhook, 'GONE', at, at)
  else if (at.getTime() - row.since.getTime() >= disableAfterMs)
    await disable(context, tx, webhook, 'FAILING', row.since, at)
}

async function disable(
  context: DeliveryContext,
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
  await context.onDisabled(tx, webhook, reason, since, at)
}

function againAfter(context: DeliveryContext, { attempts }: OutboxItem): Date | null {
  const at = nextTryAt(attempts, context.now().getTime(), context.random())
  return at === null ? null : new Date(at)
}
