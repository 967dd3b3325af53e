import { randomUUIDv7 } from 'node:crypto'
import { captchaRoutes, type Webhook } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { mountRoute, ProblemError } from '@bollard/http'
import { addressFault, createWebhookSecret } from '@bollard/webhooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Actor, type Caller, requireSite } from '../../access/require-site.ts'
import { changesOf } from '../../records/audit/changes-of.ts'
import { recordChange } from '../../records/audit/record-change.ts'
import { requireEditor } from '../../access/require-editor.ts'
import { dayMs } from '../alerts/delivery/alert-times.ts'
import type { AlertPorts } from '../alerts/alert-ports.ts'
import { lockSite } from '../../access/api-keys/api-key-owners.ts'
import { dropPending } from '../alerts/delivery/outbox.ts'
import { pingsPerMinute, pingWebhook } from './ping-webhook.ts'
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

const webhooksMax = 10
/** Who got hold of an API key must not be able to have everything sent elsewhere. */
const personOnly = { personOnly: true }
const secretOverlapMs = dayMs

/** Where changes of alerts are sent to: webhooks after Standard Webhooks. */
export function mountWebhooks(
  app: FastifyInstance,
  ports: AlertPorts,
  actorOf: (request: FastifyRequest) => Actor | Caller,
): void {
  const { db, now, randomBytes } = ports
  const { secrets, post } = ports.alerts.webhooks

  mountRoute(app, captchaRoutes.listWebhooks, async ({ params, request }) => {
    const site = await requireSite(ports, actorOf(request), params.solutionId, 'VIEWER', personOnly)
    return { items: (await listWebhooks(db, site.id)).map((webhook) => describe(webhook, now())), nextCursor: null }
  })

  mountRoute(app, captchaRoutes.createWebhook, async ({ params, body, request }) => {
    const editor = await requireEditor(ports, request, actorOf(request), params.solutionId, 'ADMIN', personOnly)
    requireAddress(body.url, post)
    const id = randomUUIDv7()
    const secret = createWebhookSecret(randomBytes)
    const at = new Date(now())
    return db.transaction(async (tx) => {
      const webhook = await insertWebhook(
        tx,
        { ...body, id, siteId: editor.site.id, secret: secrets.seal(secret, id) },
        { at, most: webhooksMax },
      )
      if (webhook === undefined) throw new ProblemError('quota-exceeded')
      await recordChange(tx, editor, at, {
        action: 'webhook.created',
        target: { kind: 'webhook', id },
        after: auditedWebhook(webhook),
      })
      return editor.keepAnswer(tx, { webhook: describe(webhook, at.getTime()), secret })
    })
  })

  mountRoute(app, captchaRoutes.putWebhook, async ({ params, body, request }) => {
    const editor = await requireEditor(ports, request, actorOf(request), params.solutionId, 'ADMIN', personOnly)
    const { version, ...change } = body
    requireAddress(change.url, post)
    const siteId = editor.site.id
    const at = new Date(now())
    return db.transaction(async (tx) => {
      await lockSite(tx, siteId)
      const old = await requireWebhook(tx, siteId, params.webhookId)
      const changed = await updateWebhook(tx, { siteId, id: old.id, version }, change, at)
      if (changed === undefined) throw new ProblemError('version-conflict')
      if (!changed.active) await dropPending(tx, changed.id)
      const changes = changesOf(auditedWebhook(old), auditedWebhook(changed))
      await recordChange(tx, editor, at, {
        action: 'webhook.updated',
        target: { kind: 'webhook', id: old.id },
        ...changes,
      })
      return describe(changed, at.getTime())
    })
  })

  mountRoute(app, captchaRoutes.deleteWebhook, async ({ params, request }) => {
    const editor = await requireEditor(ports, request, actorOf(request), params.solutionId, 'ADMIN', personOnly)
    await db.transaction(async (tx) => {
      const old = await deleteWebhook(tx, editor.site.id, params.webhookId)
      if (old === undefined) throw new ProblemError('not-found')
      await recordChange(tx, editor, new Date(now()), {
        action: 'webhook.deleted',
        target: { kind: 'webhook', id: old.id },
        before: auditedWebhook(old),
      })
    })
  })

  mountRoute(app, captchaRoutes.rotateWebhookSecret, async ({ params, request }) => {
    const editor = await requireEditor(ports, request, actorOf(request), params.solutionId, 'ADMIN', personOnly)
    const secret = createWebhookSecret(randomBytes)
    const at = now()
    // The secret is sealed for the id as it is stored.
    const key = { siteId: editor.site.id, id: params.webhookId.toLowerCase() }
    return db.transaction(async (tx) => {
      const times = { at: new Date(at), formerUntil: new Date(at + secretOverlapMs) }
      const webhook = await replaceSecret(tx, key, secrets.seal(secret, key.id), times)
      if (webhook === undefined) throw new ProblemError('not-found')
      const after = { formerSecretUntil: times.formerUntil }
      await recordChange(tx, editor, times.at, {
        action: 'webhook-secret.rotated',
        target: { kind: 'webhook', id: webhook.id },
        after,
      })
      return { webhook: describe(webhook, at), secret }
    })
  })

  mountRoute(app, captchaRoutes.testWebhook, async ({ params, request }) => {
    const editor = await requireEditor(ports, request, actorOf(request), params.solutionId, 'ADMIN', personOnly)
    const webhook = await requireWebhook(db, editor.site.id, params.webhookId)
    const delivery = await pingWebhook({ db, now, secrets, post }, editor, webhook)
    if (delivery === null)
      throw new ProblemError('rate-limited', undefined, { retryAfterSeconds: 60, limit: pingsPerMinute })
    return delivery
  })

  mountRoute(app, captchaRoutes.listWebhookDeliveries, async ({ params, request }) => {
    const site = await requireSite(ports, actorOf(request), params.solutionId, 'VIEWER', personOnly)
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

/** What the audit log tells of a webhook. Its failures are no change of a member's. */
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
