import { z } from 'zod'
import { anybody } from './access.ts'
import { captchaTokenSchema, languageSchema } from './identity.ts'
import { monitoringPolicy } from './monitoring-policy.ts'
import { defineRoute } from './route.ts'
import { bodyProblems, idSchema, lineOfText, pageOf, pageQuery, timeSchema } from './wire.ts'

/** Of one page, whatever the plan allows. */
export const subscribersMax = 20_000
/** How long an unconfirmed subscription waits, in hours; then it is forgotten. */
export const confirmationHours = 24

export const subscriberChannels = ['EMAIL', 'WEBHOOK', 'SLACK'] as const
export type SubscriberChannel = (typeof subscriberChannels)[number]
/** PENDING: not confirmed yet. ENDED: mails to the address came back. */
export const subscriberStates = ['PENDING', 'ACTIVE', 'ENDED'] as const

export const subscriberSchema = z.object({
  id: idSchema,
  statusPageId: idSchema,
  channel: z.enum(subscriberChannels),
  /** The address of an e-mail; of webhooks and Slack the host only, because the whole address opens something. */
  destination: z.string(),
  state: z.enum(subscriberStates),
  /** None: the whole page. */
  componentIds: z.array(idSchema),
  language: languageSchema,
  createdAt: timeSchema,
  confirmedAt: timeSchema.nullable(),
})
export type Subscriber = z.infer<typeof subscriberSchema>

const componentIds = z
  .array(idSchema)
  .max(200)
  .default([])
  .refine((all) => new Set(all).size === all.length, { params: { code: 'duplicate' } })
const subscriptionDto = z.strictObject({
  channel: z.enum(subscriberChannels).default('EMAIL'),
  /** An e-mail address, or the https address of a webhook or of an incoming webhook of Slack. */
  destination: z.string().trim().min(3).max(1_000).regex(lineOfText),
  /** None: the whole page. */
  componentIds,
  language: languageSchema,
  captchaToken: captchaTokenSchema.optional(),
  /** Of a page with a password. */
  pass: z.string().min(1).max(200).optional(),
})
export type SubscriptionNew = z.infer<typeof subscriptionDto>

/** What the link in a message leads to. */
export const subscriptionSchema = z.object({
  page: z.object({
    slug: z.string(),
    host: z.string().nullable(),
    name: z.string(),
    components: z.array(z.object({ id: idSchema, name: z.string() })),
  }),
  channel: z.enum(subscriberChannels),
  destination: z.string(),
  state: z.enum(subscriberStates),
  componentIds: z.array(idSchema),
  language: languageSchema,
})
export type Subscription = z.infer<typeof subscriptionSchema>

const token = z.string().regex(/^[\w-]{43}$/u)
const tokenParams = z.strictObject({ token })
const subscription = '/monitoring/v1/status-subscriptions/{token}'
const solutionParams = z.strictObject({ solutionId: idSchema })
const subscribers = '/monitoring/v1/solutions/{solutionId}/subscribers'
const ofPage = { statusPageId: idSchema.optional(), state: z.enum(subscriberStates).optional() }

export const monitoringSubscriberRoutes = {
  listSubscribers: defineRoute({
    id: 'listSubscribers',
    method: 'GET',
    path: subscribers,
    access: monitoringPolicy['subscriber.read'],
    summary: 'Subscribers of all status pages or of one, newest first.',
    params: solutionParams,
    query: z.strictObject({ ...pageQuery, ...ofPage }),
    response: { status: 200, schema: pageOf(subscriberSchema) },
    problems: [],
  }),
  exportSubscribers: defineRoute({
    id: 'exportSubscribers',
    method: 'GET',
    path: `${subscribers}/export`,
    access: monitoringPolicy['subscriber.read'],
    summary: 'All subscribers as CSV. Of webhooks and Slack it has the host only.',
    params: solutionParams,
    query: z.strictObject(ofPage),
    response: { status: 200, schema: z.string(), stream: true, mediaTypes: ['text/csv'] },
    problems: [],
  }),
  deleteSubscriber: defineRoute({
    id: 'deleteSubscriber',
    method: 'DELETE',
    path: `${subscribers}/{subscriberId}`,
    access: monitoringPolicy['subscriber.change'],
    summary: 'Forget a subscriber. Nobody is told; the address can be subscribed again.',
    params: solutionParams.extend({ subscriberId: idSchema }),
    response: { status: 204, schema: null },
    problems: [],
  }),
  subscribeToStatusPage: defineRoute({
    id: 'subscribeToStatusPage',
    method: 'POST',
    path: '/monitoring/v1/status-pages/{slug}/subscriptions',
    access: anybody,
    summary: `Subscribe to a status page or to components of it, from a form with the captcha of the installation. The answer is the same whether the address is known or not. The destination gets a link that confirms it, for ${confirmationHours} hours.`,
    params: z.strictObject({ slug: z.string().min(1).max(60) }),
    body: { name: 'statusSubscriptionNewDto', schema: subscriptionDto },
    response: { status: 204, schema: null },
    problems: [...bodyProblems, 'not-found', 'password-required', 'captcha-failed', 'quota-exceeded'],
  }),
  readStatusSubscription: defineRoute({
    id: 'readStatusSubscription',
    method: 'GET',
    path: subscription,
    access: anybody,
    summary: 'The subscription that the link in a message belongs to.',
    params: tokenParams,
    response: { status: 200, schema: subscriptionSchema },
    problems: ['not-found', 'rate-limited'],
  }),
  confirmStatusSubscription: defineRoute({
    id: 'confirmStatusSubscription',
    method: 'POST',
    path: `${subscription}/confirmation`,
    access: anybody,
    summary: 'Confirm a subscription. Repeated, it changes nothing.',
    params: tokenParams,
    response: { status: 200, schema: subscriptionSchema },
    problems: ['not-found', 'rate-limited'],
  }),
  changeStatusSubscription: defineRoute({
    id: 'changeStatusSubscription',
    method: 'PUT',
    path: subscription,
    access: anybody,
    summary: 'Choose other components or another language for a subscription.',
    params: tokenParams,
    body: {
      name: 'statusSubscriptionDto',
      schema: z.strictObject({ componentIds, language: languageSchema }),
    },
    response: { status: 200, schema: subscriptionSchema },
    problems: ['not-found', 'rate-limited'],
  }),
  endStatusSubscription: defineRoute({
    id: 'endStatusSubscription',
    method: 'POST',
    path: `${subscription}/end`,
    access: anybody,
    summary:
      'End a subscription and forget its address, by one click: mail programs call it too (RFC 8058). Repeated, it changes nothing.',
    params: tokenParams,
    response: { status: 204, schema: null },
    problems: ['rate-limited'],
  }),
} as const
