import { randomUUIDv7 } from 'node:crypto'
import { captchaRoutes, type Webhook } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { createCallLimiter, mountRoute, ProblemError, rateLimited } from '@bollard/http'
import { addressFault, createWebhookSecret } from '@bollard/webhooks'
import { rateLimits } from '../../rate-limits.ts'
import { changesOf } from '../../records/audit/changes-of.ts'
import { recordAudit } from '../../records/audit/record-audit.ts'
import type { SiteScope } from '../../records/sites/site-scope.ts'
import { lockSite } from '../../records/sites/sites.ts'
import type { AlertContext } from '../alerts/create-alerts.ts'
import { dayMs } from '../alerts/delivery/alert-times.ts'
import { dropPending } from '../alerts/delivery/outbox.ts'
import {
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listDeliveries,
  listWebhooks,
  replaceSecret,
  type StoredWebhook,
  updateWebhook,
} from '../alerts/delivery/webhook-store.ts'
import { pingWebhook } from './ping-webhook.ts'
import { redeliver } from './redeliver.ts'

const webhooksMax = 10
const secretOverlapMs = dayMs

/** Where changes of alerts are sent to: webhooks after Standard Webhooks. */
export function mountWebhooks(app: SiteScope, context: AlertContext): void {
  const { db, now, randomBytes } = context
  const { secrets, post } = context.alerts.webhooks

  mountRoute(app, captchaRoutes.listWebhooks, async ({ standing: { site } }) => ({
    items: (await listWebhooks(db, site.id)).map((webhook) => describe(webhook, now().getTime())),
    nextCursor: null,
  }))

  mountRoute(app, captchaRoutes.createWebhook, async ({ actor, standing: { site }, body, call }) => {
    requireAddress(body.url, post)
    const id = randomUUIDv7()
    const secret = createWebhookSecret(randomBytes)
    const at = now()
    return db.transaction(async (tx) => {
      const webhook = await insertWebhook(
        tx,
        { ...body, id, siteId: site.id, secret: secrets.seal(secret, id) },
        { at, most: webhooksMax },
      )
      if (webhook === undefined) throw new ProblemError('quota-exceeded')
      await recordAudit(tx, actor, call, at, {
        site,
        action: 'webhook.created',
        target: { kind: 'webhook', id },
        after: auditedWebhook(webhook),
      })
      return call.keepAnswer(tx, { webhook: describe(webhook, at.getTime()), secret })
    })
  })

  mountRoute(app, captchaRoutes.putWebhook, async ({ actor, standing: { site }, params, body, call }) => {
    const { version, ...change } = body
    requireAddress(change.url, post)
    const siteId = site.id
    const at = now()
    return db.transaction(async (tx) => {
      await lockSite(tx, siteId)
      const old = await requireWebhook(tx, siteId, params.webhookId)
      const changed = await updateWebhook(tx, { siteId, id: old.id, version }, change, at)
      if (changed === undefined) throw new ProblemError('version-conflict')
      if (!changed.active) await dropPending(tx, changed.id)
      const changes = changesOf(auditedWebhook(old), auditedWebhook(changed))
      await recordAudit(tx, actor, call, at, {
        site,
        action: 'webhook.updated',
        target: { kind: 'webhook', id: old.id },
        ...changes,
      })
      return describe(changed, at.getTime())
    })
  })

  mountRoute(app, captchaRoutes.deleteWebhook, async ({ actor, standing: { site }, params, call }) => {
    await db.transaction(async (tx) => {
      const old = await deleteWebhook(tx, site.id, params.webhookId)
      if (old === undefined) throw new ProblemError('not-found')
      await recordAudit(tx, actor, call, now(), {
        site,
        action: 'webhook.deleted',
        target: { kind: 'webhook', id: old.id },
        before: auditedWebhook(old),
      })
    })
  })

  mountRoute(app, captchaRoutes.rotateWebhookSecret, async ({ actor, standing: { site }, params, call }) => {
    const secret = createWebhookSecret(randomBytes)
    const at = now()
    // The secret is sealed for the id as it is stored.
    const key = { siteId: site.id, id: params.webhookId.toLowerCase() }
    return db.transaction(async (tx) => {
      const times = { at, formerUntil: new Date(at.getTime() + secretOverlapMs) }
      const webhook = await replaceSecret(tx, key, secrets.seal(secret, key.id), times)
      if (webhook === undefined) throw new ProblemError('not-found')
      const after = { formerSecretUntil: times.formerUntil }
      await recordAudit(tx, actor, call, times.at, {
        site,
        action: 'webhook-secret.rotated',
        target: { kind: 'webhook', id: webhook.id },
        after,
      })
      return { webhook: describe(webhook, at.getTime()), secret }
    })
  })

  mountRoute(app, captchaRoutes.testWebhook, async ({ actor, standing: { site }, params, call }) => {
    const webhook = await requireWebhook(db, site.id, params.webhookId)
    const delivery = await pingWebhook({ db, now, secrets, post }, actor, site, webhook, call)
    if (delivery === null) throw rateLimited(rateLimits.pingWebhook, rateLimits.pingWebhook.seconds)
    return delivery
  })

  mountRoute(
    app,
    captchaRoutes.redeliverWebhook,
    async ({ actor, standing: { site }, params, call }) => {
      const webhook = await requireWebhook(db, site.id, params.webhookId)
      return redeliver({ db, now, secrets, post }, actor, { site, webhook, deliveryId: params.deliveryId }, call)
    },
    {
      // The address names site, webhook and message.
      onRequest: createCallLimiter('captcha', rateLimits, context).hook('redeliverWebhook', ({ url }) =>
        url.toLowerCase(),
      ),
    },
  )

  mountRoute(app, captchaRoutes.listWebhookDeliveries, async ({ standing: { site }, params }) => {
    const { id } = await requireWebhook(db, site.id, params.webhookId)
    return { items: await listDeliveries(db, id), nextCursor: null }
  })
}

async function requireWebhook(db: Queries, siteId: number, id: string): Promise<StoredWebhook> {
  const webhook = await findWebhook(db, siteId, id)
  if (webhook === undefined) throw new ProblemError('not-found')
  return webhook
}

function requireAddress(url: string, rules: { readonly allowPrivate: boolean }): void {
  const code = addressFault(url, rules)
  if (code !== null) throw new ProblemError('validation-failed', undefined, { errors: [{ pointer: '/url', code }] })
}

/** What the audit log records about a webhook. Its failures are not changes that a member makes. */
function auditedWebhook({ url, description, events, active }: StoredWebhook) {
  return { url, description, events, active }
}

function describe(
  { id, url, description, events, active, inactiveReason, former, ...times }: StoredWebhook,
  now: number,
): Webhook {
  const formerUntil = former === null || former.until.getTime() <= now ? null : former.until
  return {
    id,
    url,
    description,
    events,
    active,
    inactiveReason,
    failingSince: times.failingSince?.toISOString() ?? null,
    secretCreatedAt: times.secretCreatedAt.toISOString(),
    formerSecretUntil: formerUntil?.toISOString() ?? null,
    createdAt: times.createdAt.toISOString(),
    updatedAt: times.updatedAt.toISOString(),
    version: times.version,
  }
}
