import { languages } from '@bollard/i18n'
import { z } from 'zod'
import { anybody } from './access.ts'
import { channelPresetFields, channelPresets, type PresetField } from './monitoring-channel-presets.ts'
import { monitoringPolicy } from './monitoring-policy.ts'
import { defineRoute } from './route.ts'
import { timezoneSchema } from './solution.ts'
import { idSchema, lineOfText, pageOf, pageQuery, timeSchema, versionSchema } from './wire.ts'

/** Of one solution. */
export const channelsMax = 100

export const channelKinds = [
  'EMAIL',
  'WEBHOOK',
  'SLACK',
  'TEAMS',
  'TELEGRAM',
  'PAGERDUTY',
  'PRESET',
  'REQUEST',
] as const
export type ChannelKind = (typeof channelKinds)[number]

const code = (name: string) => ({ params: { code: name } })
const line = (max: number) => z.string().max(max).regex(lineOfText)
const address = z.string().trim().min(1).max(2_048).regex(lineOfText)
const fieldName = z.string().regex(/^[a-zA-Z][a-zA-Z0-9]{0,39}$/u)
/** A secret that is null keeps the one that there is. */
const secret = (max: number) => line(max).min(1).nullable()
/** A secret where a channel is read: never there. */
const hidden = () => z.null()

/**
 * A request with places for what is told, such as `{{title}}`, `{{text}}`, `{{text:300}}` (cut off), `{{link}}`, `{{event}}`, `{{service}}`,
 * `{{id}}`, `{{key}}`, `{{incidentKey}}`, `{{priority}}`, and for the channel's own secrets by their names. They are escaped for where they stand.
 */
export const requestTemplateSchema = z.strictObject({
  method: z.enum(['POST', 'PUT']).default('POST'),
  url: address,
  headers: z
    .array(z.strictObject({ name: line(128).regex(/^[!#$%&'*+.^_`|~\w-]+$/u), value: line(1_000) }))
    .max(10)
    .default([]),
  contentType: z.enum(['JSON', 'FORM', 'TEXT']).default('JSON'),
  body: z.string().max(8_000),
})
export type RequestTemplate = z.infer<typeof requestTemplateSchema>

const targets = <Secret extends z.ZodType>(secretOf: (max: number) => Secret) => ({
  /** Anybody else than members is asked first, and gets mails only after a yes. */
  EMAIL: z.strictObject({
    kind: z.literal('EMAIL'),
    addresses: z
      .array(z.email().max(254))
      .min(1)
      .max(20)
      .refine((all) => new Set(all.map((one) => one.toLowerCase())).size === all.length, code('duplicate')),
  }),
  /** Signed as in Standard Webhooks. Without a secret the service makes one and shows it once. */
  WEBHOOK: z.strictObject({ kind: z.literal('WEBHOOK'), url: address, secret: secretOf(120) }),
  /** The whole address of an incoming webhook is a secret. */
  SLACK: z.strictObject({ kind: z.literal('SLACK'), url: secretOf(2_048) }),
  /** The address that "Workflows" shows for "When a Teams webhook request is received". */
  TEAMS: z.strictObject({ kind: z.literal('TEAMS'), url: secretOf(2_048) }),
  TELEGRAM: z.strictObject({
    kind: z.literal('TELEGRAM'),
    token: secretOf(200),
    chatId: z.string().regex(/^(?:-?\d{1,20}|@\w{5,32})$/u),
    /** A topic of a group; null writes to the group. */
    threadId: z.int().min(1).nullable().default(null),
  }),
  /** The integration key of a service's "Events API V2". */
  PAGERDUTY: z.strictObject({
    kind: z.literal('PAGERDUTY'),
    routingKey: secretOf(64),
    region: z.enum(['US', 'EU']).default('US'),
  }),
  PRESET: z.strictObject({
    kind: z.literal('PRESET'),
    preset: z.enum(channelPresets),
    /** By the names that `channelPresetFields` lists. */
    fields: z.record(fieldName, line(2_048)).default({}),
    secrets: z.record(fieldName, secretOf(2_048)).default({}),
  }),
  REQUEST: z.strictObject({
    kind: z.literal('REQUEST'),
    request: requestTemplateSchema,
    /** Sent instead when the alert has ended; null sends the same request. */
    resolvedRequest: requestTemplateSchema.nullable().default(null),
    secrets: z.record(fieldName, secretOf(2_048)).default({}),
  }),
})
const union = (of: ReturnType<typeof targets<z.ZodNullable<z.ZodString>>>) =>
  z.discriminatedUnion('kind', [
    of.EMAIL,
    of.WEBHOOK,
    of.SLACK,
    of.TEAMS,
    of.TELEGRAM,
    of.PAGERDUTY,
    of.PRESET,
    of.REQUEST,
  ])

/** Names of fields that a preset has not, that it needs, or that are written otherwise. */
function presetIssues(
  { preset, fields, secrets }: { preset: keyof typeof channelPresetFields; fields: object; secrets: object },
  add: (path: string[], code: string) => void,
): void {
  const known: readonly PresetField[] = channelPresetFields[preset]
  for (const [group, given, isSecret] of [
    ['fields', fields, false],
    ['secrets', secrets, true],
  ] as const)
    for (const [name, value] of Object.entries(given) as [string, string | null][]) {
      const field = known.find((one) => one.name === name && one.secret === isSecret)
      if (field === undefined) add([group, name], 'unknown-field')
      else if (value !== null && field.pattern !== undefined && !new RegExp(field.pattern, 'u').test(value))
        add([group, name], 'invalid-format')
    }
  for (const { name, secret: isSecret, fallback } of known)
    if (!isSecret && fallback === undefined && !(name in fields)) add(['fields', name], 'required')
}
export const channelTargetSchema = union(targets(secret)).superRefine((target, context) => {
  if (target.kind === 'PRESET')
    presetIssues(target, (path, problem) => context.addIssue({ code: 'custom', path, ...code(problem) }))
})
export type ChannelTarget = z.infer<typeof channelTargetSchema>
export const shownChannelTargetSchema = z.discriminatedUnion('kind', [
  targets(hidden).EMAIL,
  targets(hidden).WEBHOOK,
  targets(hidden).SLACK,
  targets(hidden).TEAMS,
  targets(hidden).TELEGRAM,
  targets(hidden).PAGERDUTY,
  targets(hidden).PRESET,
  targets(hidden).REQUEST,
])
export type ShownChannelTarget = z.infer<typeof shownChannelTargetSchema>

/** Hours of certain days; `until` at or before `from` is on the next day. */
export const weeklyHoursSchema = z.strictObject({
  weekdays: z.array(z.int().min(1).max(7)).min(1).max(7),
  from: z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/u),
  until: z.string().regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/u),
})

const settings = {
  name: line(80).trim().min(1),
  /** The language of its messages. */
  language: z.enum(languages),
  active: z.boolean().default(true),
  /** What is ready in these hours waits for their end. Null: nothing waits. */
  quietHours: z
    .strictObject({ timeZone: timezoneSchema, hours: z.array(weeklyHoursSchema).min(1).max(20) })
    .nullable()
    .default(null),
}

/** WAITING: asked, or to be asked. BOUNCED: the server of the address refuses mails for good; nothing more is sent. */
export const alertMailStates = ['WAITING', 'CONFIRMED', 'UNSUBSCRIBED', 'BOUNCED'] as const

/** Why a message did not get through. `credentials`: the provider does not accept key, address or chat. */
export const notificationErrors = [
  'address',
  'connection',
  'credentials',
  'inactive',
  'name',
  'private-address',
  'rate-limited',
  'recipients',
  'redirect',
  'rejected',
  'secret',
  'timeout',
  'tls',
  'unavailable',
] as const
export type NotificationError = (typeof notificationErrors)[number]

export const channelResultSchema = z.object({
  at: timeSchema,
  delivered: z.boolean(),
  /** Null where no answer came, and for mails. */
  httpStatus: z.int().nullable(),
  error: z.enum(notificationErrors).nullable(),
  /** The beginning of what the provider answered; null where none came, or one from a private network. */
  answer: z.string().nullable(),
})
export type ChannelResult = z.infer<typeof channelResultSchema>

export const channelSchema = z.object({
  id: idSchema,
  ...settings,
  target: shownChannelTargetSchema,
  /** Names of the secrets that are kept. */
  secrets: z.array(z.string()),
  /** Addresses of mails of people who are no members, and of members whom mails do not reach. */
  addresses: z.array(z.object({ email: z.string(), state: z.enum(alertMailStates) })),
  /** Of the last try, tests included; null before the first. */
  lastResult: channelResultSchema.nullable(),
  /** Since when every message fails; null while they arrive. */
  failingSince: timeSchema.nullable(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
  version: versionSchema,
})
export type Channel = z.infer<typeof channelSchema>

export const notificationStates = ['PENDING', 'SENT', 'FAILED', 'DROPPED'] as const
export const notificationSchema = z.object({
  id: idSchema,
  channelId: idSchema,
  /** Stays the same when a message is sent again; providers that know such keys show it once. */
  dedupeKey: z.string(),
  state: z.enum(notificationStates),
  /** Alerts told of in this message. */
  alerts: z.array(
    z.object({
      id: idSchema,
      serviceName: z.string(),
      event: z.enum(['OPENED', 'REPEATED', 'ACKNOWLEDGED', 'RESOLVED']),
    }),
  ),
  attempts: z.int(),
  httpStatus: z.int().nullable(),
  error: z.enum(notificationErrors).nullable(),
  createdAt: timeSchema,
  /** When it is tried again; null once that is over. */
  nextTryAt: timeSchema.nullable(),
  sentAt: timeSchema.nullable(),
})
export type Notification = z.infer<typeof notificationSchema>

/** Null: all that the channel gave up. */
const retryDto = z.strictObject({ ids: z.array(idSchema).min(1).max(100).nullable() })
export type NotificationRetry = z.infer<typeof retryDto>

/** What a channel is made of. */
export const channelNewSchema = z.strictObject({ ...settings, target: channelTargetSchema })
const newDto = channelNewSchema
const changeDto = newDto.extend({ version: versionSchema })
export type ChannelNew = z.infer<typeof newDto>
export type ChannelChange = z.infer<typeof changeDto>

const solutionParams = z.strictObject({ solutionId: idSchema })
const channelParams = solutionParams.extend({ channelId: idSchema })
const channels = '/monitoring/v1/solutions/{solutionId}/channels'
/** `whsec_…` that the service made, shown this once; null where there is none to show. */
const made = channelSchema.extend({ signingSecret: z.string().nullable() })
export type ChannelMade = z.infer<typeof made>

export const monitoringChannelRoutes = {
  listChannels: defineRoute({
    id: 'listChannels',
    method: 'GET',
    path: channels,
    access: monitoringPolicy['monitoring.read'],
    summary: `Channels of alerts, oldest first; at most ${channelsMax}, so there is one page. Their secrets are left out.`,
    params: solutionParams,
    response: { status: 200, schema: pageOf(channelSchema) },
    problems: [],
  }),
  createChannel: defineRoute({
    id: 'createChannel',
    method: 'POST',
    path: channels,
    access: monitoringPolicy['channel.change'],
    summary:
      'Create a channel of alerts. Its secrets are sealed and never shown again. E-mail addresses of people who are no members get a link first, valid for a day, and no alert before they confirm.',
    params: solutionParams,
    body: { name: 'channelNewDto', schema: newDto },
    response: { status: 201, schema: made },
    problems: ['quota-exceeded'],
  }),
  putChannel: defineRoute({
    id: 'putChannel',
    method: 'PUT',
    path: `${channels}/{channelId}`,
    access: monitoringPolicy['channel.change'],
    summary:
      'Change a channel; `version` is the version you read. A secret that is null stays as it is, but only for the same host.',
    params: channelParams,
    body: { name: 'channelDto', schema: changeDto },
    response: { status: 200, schema: channelSchema },
    problems: ['version-conflict'],
  }),
  confirmMonitoringAddress: defineRoute({
    id: 'confirmMonitoringAddress',
    method: 'POST',
    path: '/monitoring/v1/alert-addresses/confirmation',
    access: anybody,
    summary:
      'Agree to receive alerts of what a solution monitors, using the token from the mail that asks. Works once.',
    body: { name: 'monitoringAddressConfirmationDto', schema: z.strictObject({ token: z.string().min(1).max(200) }) },
    response: { status: 204, schema: null },
    problems: ['token-invalid', 'token-expired', 'rate-limited'],
  }),
  unsubscribeMonitoringAddress: defineRoute({
    id: 'unsubscribeMonitoringAddress',
    method: 'POST',
    path: '/monitoring/v1/alert-addresses/unsubscriptions',
    access: anybody,
    summary:
      'End all alerts of a solution to an address with the token from one of them, without signing in (RFC 8058).',
    query: z.strictObject({ token: z.string().min(1).max(400) }),
    response: { status: 204, schema: null },
    problems: ['token-invalid'],
  }),
  deleteChannel: defineRoute({
    id: 'deleteChannel',
    method: 'DELETE',
    path: `${channels}/{channelId}`,
    access: monitoringPolicy['channel.change'],
    summary: 'Delete a channel with its messages. One that a rule or an on-call schedule uses is refused.',
    params: channelParams,
    response: { status: 204, schema: null },
    problems: ['in-use'],
  }),
  testChannel: defineRoute({
    id: 'testChannel',
    method: 'POST',
    path: `${channels}/{channelId}/tests`,
    access: monitoringPolicy['channel.change'],
    summary: 'Send a test message now, also in quiet hours, and return what became of it.',
    params: channelParams,
    response: { status: 200, schema: channelResultSchema },
    problems: ['rate-limited'],
  }),
  retryNotifications: defineRoute({
    id: 'retryNotifications',
    method: 'POST',
    path: `${channels}/{channelId}/retries`,
    access: monitoringPolicy['channel.change'],
    summary:
      'Send messages again that the channel gave up: some, or with `ids` null all. They keep their ids and keys; the answer says how many there were.',
    params: channelParams,
    body: { name: 'notificationRetryDto', schema: retryDto },
    response: { status: 200, schema: z.object({ changed: z.int().min(0) }) },
    problems: [],
  }),
  listNotifications: defineRoute({
    id: 'listNotifications',
    method: 'GET',
    path: '/monitoring/v1/solutions/{solutionId}/notifications',
    access: monitoringPolicy['monitoring.read'],
    summary: 'Messages of the last 30 days, newest first, each with its tries: all, or those to one channel.',
    params: solutionParams,
    query: z.strictObject({
      ...pageQuery,
      channelId: idSchema.optional(),
      state: z.enum(notificationStates).optional(),
    }),
    response: { status: 200, schema: pageOf(notificationSchema) },
    problems: [],
  }),
} as const
