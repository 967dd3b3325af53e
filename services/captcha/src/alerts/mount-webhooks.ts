import { randomUUIDv7 } from 'node:crypto'
import { captchaRoutes, type Webhook } from '@bollard/contracts'
import { mountRoute, ProblemError } from '@bollard/http'
import { addressFault, createWebhookSecret } from '@bollard/webhooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Actor, type Caller, requireSite } from '../api/require-site.ts'
import { dayMs } from './alert-times.ts'
import type { AlertPorts } from './alert-ports.ts'
import { dropPending } from './outbox.ts'
import { pingWebhook } from './ping-webhook.ts'
import { deleteWebhook, findWebhook, insertWebhook, listDeliveries, listWebhooks, replaceSecret, type StoredWebhook, updateWebhook } from './webhook-store.ts'

const webhooksMax = 10
/** Who got hold of an API key must not be able to have everything sent elsewhere. */
const personOnly = { personOnly: true }
const secretOverlapMs = dayMs

/** Where changes of alerts are sent to: webhooks after Standard Webhooks. */
export function mountWebhooks(app: FastifyInstance, ports: AlertPorts, actorOf: (request: FastifyRequest) => Actor | Caller): void {
  const { db, now, randomBytes } = ports
  const { secrets, post } = ports.alerts.webhooks

  mountRoute(app, captchaRoutes.listWebhooks, async ({ params, request }) => {
    const site = await requireSite(ports, actorOf(request), params.solutionId, 'VIEWER', personOnly)
    return { items: (await listWebhooks(db, site.id)).map((webhook) => describe(webhook, now())), nextCursor: null }
  })

  mountRoute(app, captchaRoutes.createWebhook, async ({ params, body, request }) => {
    const site = await requireSite(ports, actorOf(request), params.solutionId, 'ADMIN', personOnly)
    requireAddress(body.url, post)
    const id = randomUUIDv7()
    const secret = createWebhookSecret(randomBytes)
    const webhook = await db.transaction((tx) =>
      insertWebhook(tx, { ...body, id, siteId: site.id, secret: secrets.seal(secret, id) }, { at: new Date(now()), most: webhooksMax }),
    )
    if (webhook === undefined) throw new ProblemError('quota-exceeded')
    return { webhook: describe(webhook, now()), secret }
  })

  mountRoute(app, captchaRoutes.putWebhook, async ({ params, body, request }) => {
    const site = await requireSite(ports, actorOf(request), params.solutionId, 'ADMIN', personOnly)
    const { version, ...change } = body
    requireAddress(change.url, post)
    await requireWebhook(ports, site.id, params.webhookId)
    const webhook = await db.transaction(async (tx) => {
      const changed = await updateWebhook(tx, { siteId: site.id, id: params.webhookId, version }, change, new Date(now()))
      if (changed !== undefined && !changed.active) await dropPending(tx, changed.id)
      return changed
    })
    if (webhook === undefined) throw new ProblemError('version-conflict')
    return describe(webhook, now())
  })

  mountRoute(app, captchaRoutes.deleteWebhook, async ({ params, request }) => {
    const site = await requireSite(ports, actorOf(request), params.solutionId, 'ADMIN', personOnly)
    if (!(await deleteWebhook(db, site.id, params.webhookId))) throw new ProblemError('not-found')
  })

  mountRoute(app, captchaRoutes.rotateWebhookSecret, async ({ params, request }) => {
    const site = await requireSite(ports, actorOf(request), params.solutionId, 'ADMIN', personOnly)
    const secret = createWebhookSecret(randomBytes)
    const at = now()
    const key = { siteId: site.id, id: params.webhookId }
    const webhook = await replaceSecret(db, key, secrets.seal(secret, key.id), { at: new Date(at), formerUntil: new Date(at + secretOverlapMs) })
    if (webhook === undefined) throw new ProblemError('not-found')
    return { webhook: describe(webhook, at), secret }
  })

  mountRoute(app, captchaRoutes.testWebhook, async ({ params, request }) => {
    const site = await requireSite(ports, actorOf(request), params.solutionId, 'ADMIN', personOnly)
    const webhook = await requireWebhook(ports, site.id, params.webhookId)
    const delivery = await pingWebhook({ db, now, secrets, post }, webhook, site.solutionId)
    if (delivery === null) throw new ProblemError('rate-limited', undefined, { retryAfterSeconds: 60 })
    return delivery
  })

  mountRoute(app, captchaRoutes.listWebhookDeliveries, async ({ params, request }) => {
    const site = await requireSite(ports, actorOf(request), params.solutionId, 'VIEWER', personOnly)
    const { id } = await requireWebhook(ports, site.id, params.webhookId)
    return { items: await listDeliveries(db, id), nextCursor: null }
  })
}

async function requireWebhook({ db }: AlertPorts, siteId: number, id: string): Promise<StoredWebhook> {
  const webhook = await findWebhook(db, siteId, id)
  if (webhook === undefined) throw new ProblemError('not-found')
  return webhook
}

function requireAddress(url: string, rules: { readonly allowPrivate: boolean }): void {
  const code = addressFault(url, rules)
  if (code !== null) throw new ProblemError('validation-failed', undefined, { errors: [{ pointer: '/url', code }] })
}

function describe({ id, url, description, events, active, inactiveReason, former, ...times }: StoredWebhook, now: number): Webhook {
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
