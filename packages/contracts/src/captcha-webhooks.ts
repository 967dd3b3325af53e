import { captchaPolicy } from './captcha-policy.ts'
import { z } from 'zod'
import { defineRoute } from './route.ts'
import { idSchema, lineOfText, timeSchema, versionSchema } from './wire.ts'

/** What a webhook can be told. The body is `{type, timestamp, data}` as in Standard Webhooks; `ping` comes from the test call alone. */
export const webhookEvents = ['alert.raised', 'alert.reminder', 'alert.ended'] as const
export type WebhookEvent = (typeof webhookEvents)[number]

const events = z
  .array(z.enum(webhookEvents))
  .min(1)
  .max(webhookEvents.length)
  .refine((list) => new Set(list).size === list.length, { message: 'duplicate' })
const description = z.string().trim().max(200).regex(lineOfText).default('')
/** `https`, no credentials, the standard port or 8443, on a public address. */
const url = z.string().min(1).max(2_048).regex(lineOfText)

export const webhookSchema = z.object({
  id: idSchema,
  url: z.string(),
  description: z.string(),
  events: z.array(z.enum(webhookEvents)),
  active: z.boolean(),
  /** Why it is off: somebody turned it off, the receiver answered 410, or nothing arrived for five days. Null while it is on. */
  inactiveReason: z.enum(['MEMBER', 'GONE', 'FAILING']).nullable(),
  /** Since when every delivery fails; null while they arrive. */
  failingSince: timeSchema.nullable(),
  secretCreatedAt: timeSchema,
  /** Until when messages are also signed with the secret before this one. */
  formerSecretUntil: timeSchema.nullable(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
  version: versionSchema,
})
export type Webhook = z.infer<typeof webhookSchema>

/** Why a try failed; null when it arrived or is still to come. */
export const deliveryErrors = [
  'address',
  'name',
  'private-address',
  'connection',
  'tls',
  'timeout',
  'redirect',
  'gone',
  'status',
  'too-large',
  'secret',
  'inactive',
] as const
export type DeliveryError = (typeof deliveryErrors)[number]

export const webhookDeliverySchema = z.object({
  /** The header `webhook-id` of every try. */
  id: idSchema,
  type: z.enum([...webhookEvents, 'ping']),
  status: z.enum(['PENDING', 'DELIVERED', 'FAILED']),
  attempts: z.int(),
  /** Of the last try; null when no answer came. */
  httpStatus: z.int().nullable(),
  error: z.enum(deliveryErrors).nullable(),
  /** How long the last try took; null when nothing was sent. */
  durationMs: z.int().nullable(),
  /** Of the last try. The signature is left out. */
  requestHeaders: z.record(z.string(), z.string()),
  requestBody: z.string(),
  /** The first 1000 characters of the last answer; null when no answer came, or one from a private network. */
  responseBody: z.string().nullable(),
  createdAt: timeSchema,
  lastTryAt: timeSchema.nullable(),
  nextTryAt: timeSchema.nullable(),
})
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>

const solutionParams = z.strictObject({ solutionId: idSchema })
const webhookParams = solutionParams.extend({ webhookId: idSchema })
const deliveryParams = webhookParams.extend({ deliveryId: idSchema })
const withSecret = z.object({ webhook: webhookSchema, /** `whsec_…`, shown this once. */ secret: z.string() })

export const captchaWebhookRoutes = {
  listWebhooks: defineRoute({
    id: 'listWebhooks',
    method: 'GET',
    path: '/captcha/v1/sites/{solutionId}/webhooks',
    access: captchaPolicy['alert.read'],
    summary: 'Webhooks of a site, at most ten.',
    params: solutionParams,
    response: { status: 200, schema: z.object({ items: z.array(webhookSchema), nextCursor: z.null() }) },
    problems: ['person-required'],
  }),
  createWebhook: defineRoute({
    id: 'createWebhook',
    method: 'POST',
    path: '/captcha/v1/sites/{solutionId}/webhooks',
    access: captchaPolicy['alert.change'],
    summary: 'Create a webhook (Standard Webhooks); its secret is shown only once.',
    params: solutionParams,
    body: { name: 'webhookNewDto', schema: z.strictObject({ url, events, description }) },
    response: { status: 201, schema: withSecret },
    location: '/captcha/v1/sites/{solutionId}/webhooks/{webhook.id}',
    repeatable: { secrets: ['secret'] },
    problems: ['quota-exceeded', 'person-required', 'idempotency-mismatch', 'state-conflict'],
  }),
  putWebhook: defineRoute({
    id: 'putWebhook',
    method: 'PUT',
    path: '/captcha/v1/sites/{solutionId}/webhooks/{webhookId}',
    access: captchaPolicy['alert.change'],
    summary: 'Update a webhook, or turn it off or on; `version` is the version you read.',
    params: webhookParams,
    body: {
      name: 'webhookDto',
      schema: z.strictObject({ url, events, description, active: z.boolean(), version: versionSchema }),
    },
    response: { status: 200, schema: webhookSchema },
    problems: ['version-conflict', 'person-required'],
  }),
  deleteWebhook: defineRoute({
    id: 'deleteWebhook',
    method: 'DELETE',
    path: '/captcha/v1/sites/{solutionId}/webhooks/{webhookId}',
    access: captchaPolicy['alert.change'],
    summary: 'Delete a webhook with its deliveries.',
    params: webhookParams,
    response: { status: 204, schema: null },
    problems: ['person-required'],
  }),
  rotateWebhookSecret: defineRoute({
    id: 'rotateWebhookSecret',
    method: 'POST',
    path: '/captcha/v1/sites/{solutionId}/webhooks/{webhookId}/secrets',
    access: captchaPolicy['alert.change'],
    summary: 'Rotate the secret of a webhook, shown only once. For 24 hours, messages are signed with both secrets.',
    params: webhookParams,
    response: { status: 201, schema: withSecret },
    problems: ['person-required'],
  }),
  testWebhook: defineRoute({
    id: 'testWebhook',
    method: 'POST',
    path: '/captcha/v1/sites/{solutionId}/webhooks/{webhookId}/test',
    access: captchaPolicy['alert.change'],
    summary: 'Send a ping now and return what the receiver answered.',
    params: webhookParams,
    response: { status: 200, schema: webhookDeliverySchema },
    problems: ['person-required'],
  }),
  redeliverWebhook: defineRoute({
    id: 'redeliverWebhook',
    method: 'POST',
    path: '/captcha/v1/sites/{solutionId}/webhooks/{webhookId}/deliveries/{deliveryId}/redeliveries',
    access: captchaPolicy['alert.change'],
    summary:
      'Send a message to a webhook again now, with the same `webhook-id`, and return what the receiver answered. Not while it is still being retried.',
    params: deliveryParams,
    response: { status: 200, schema: webhookDeliverySchema },
    problems: ['person-required', 'state-conflict', 'rate-limited'],
  }),
  listWebhookDeliveries: defineRoute({
    id: 'listWebhookDeliveries',
    method: 'GET',
    path: '/captcha/v1/sites/{solutionId}/webhooks/{webhookId}/deliveries',
    access: captchaPolicy['alert.read'],
    summary: 'The last 50 messages to a webhook with what was sent and answered, newest first.',
    params: webhookParams,
    response: { status: 200, schema: z.object({ items: z.array(webhookDeliverySchema), nextCursor: z.null() }) },
    problems: ['person-required'],
  }),
}
