import { languages } from '@bollard/i18n'
import { captchaPolicy } from './captcha-policy.ts'
import { anybody } from './access.ts'
import { z } from 'zod'
import { captchaWebhookRoutes } from './captcha-webhooks.ts'
import { defineRoute } from './route.ts'
import { idSchema, pageOf, pageQuery, timeSchema, versionSchema } from './wire.ts'

/** What an alert can tell of a site. */
export const alertKinds = ['ATTACK', 'PASS_RATE_FALLING', 'RESULTS_NEVER_FETCHED', 'USAGE', 'UNDER_ATTACK'] as const
export type AlertKind = (typeof alertKinds)[number]

/** An alert is raised once, comes back as a reminder while it lasts, and ends once. */
export const alertChanges = ['RAISED', 'REMINDER', 'ENDED'] as const
export type AlertChange = (typeof alertChanges)[number]

/** Local part and host in plain letters, as every mail server takes them. */
const mailAddress = z.email().max(254)

/** Whom to tell, and of what. Without recipients the admins of the solution are told of `underAttack`, and nobody of the rest. */
export const alertSettingsSchema = z.strictObject({
  recipients: z
    .array(z.strictObject({ email: mailAddress, language: z.enum(languages) }))
    .max(10)
    .refine((list) => new Set(list.map(({ email }) => email.toLowerCase())).size === list.length, {
      message: 'duplicate',
    })
    .default([]),
  /** Far more visitors than usual are stopped or marked, or far more begin. */
  attack: z
    .strictObject({
      enabled: z.boolean().default(true),
      /** Never below so many within 15 minutes. */
      least: z.int().min(10).max(100_000).default(50),
      /** Never below so many times the usual number. */
      factor: z.number().min(1.5).max(20).default(3),
    })
    .prefault({}),
  /** Of the visitors whom nothing stops, fewer get through than before. */
  passRateFalling: z
    .strictObject({
      enabled: z.boolean().default(true),
      /** Never below a fall by so many percentage points. */
      points: z.int().min(5).max(50).default(15),
      /** Never with fewer visitors. */
      least: z.int().min(50).max(100_000).default(100),
    })
    .prefault({}),
  /** The website does not ask whether its visitors passed: forms are open. */
  resultsNeverFetched: z
    .strictObject({
      enabled: z.boolean().default(true),
      /** From this share of the results of a day on, in percent. */
      percent: z.int().min(10).max(100).default(50),
      /** Never with fewer results. */
      least: z.int().min(20).max(100_000).default(20),
    })
    .prefault({}),
  /** Verifications of a month reach 80, 100 and 120 percent of `monthly`; null counts nothing. */
  usage: z
    .strictObject({
      enabled: z.boolean().default(true),
      monthly: z.int().min(1).max(1_000_000_000).nullable().default(null),
    })
    .prefault({}),
  /** The service has raised the work of every visitor by itself (`underAttack` of the settings). At most one mail an hour. */
  underAttack: z.strictObject({ enabled: z.boolean().default(true) }).prefault({}),
})
export type AlertSettings = z.infer<typeof alertSettingsSchema>

/** The figures behind an alert, at the moment of the change. */
export const alertFactsSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ATTACK'),
    /** What stands out: visitors who were stopped or marked, or visitors who began. */
    signal: z.enum(['STOPPED', 'STARTED']),
    count: z.int(),
    /** In so many minutes at this time of day: the median of the last seven days. */
    usual: z.number(),
    minutes: z.int(),
  }),
  z.object({
    kind: z.literal('PASS_RATE_FALLING'),
    /** Shares 0 … 1 of the visitors whom nothing stopped: in the last `hours`, and in the same hours of the days before. */
    rate: z.number(),
    before: z.number(),
    visitors: z.int(),
    hours: z.int(),
  }),
  z.object({ kind: z.literal('RESULTS_NEVER_FETCHED'), neverFetched: z.int(), results: z.int() }),
  z.object({
    kind: z.literal('USAGE'),
    /** Calendar month in the time zone of the site, such as 2026-11. */
    month: z.string(),
    /** The step that was reached. */
    percent: z.int(),
    used: z.int(),
    monthly: z.int(),
  }),
  z.object({
    kind: z.literal('UNDER_ATTACK'),
    /** How many times the usual work every visitor is asked for. */
    times: z.int(),
  }),
])
export type AlertFacts = z.infer<typeof alertFactsSchema>

export const alertEventSchema = z.object({
  id: idSchema,
  /** The same for everything from being raised to the end. */
  alertId: idSchema,
  change: z.enum(alertChanges),
  at: timeSchema,
  /** Since when the alert has lasted. */
  raisedAt: timeSchema,
  facts: alertFactsSchema,
})
export type AlertEvent = z.infer<typeof alertEventSchema>

/**
 * What became of an address. `MEMBER`: of the solution, who chooses in the settings of the account. `WAITING`: it belongs to nobody who is a
 * member and has not confirmed yet, so it gets none. `UNSUBSCRIBED`: it wants none.
 */
export const alertAddressStates = ['MEMBER', 'WAITING', 'CONFIRMED', 'UNSUBSCRIBED'] as const

const storedSettings = alertSettingsSchema.extend({ version: versionSchema })
const shownSettings = storedSettings.extend({
  addresses: z.array(z.object({ email: z.string(), state: z.enum(alertAddressStates) })),
})
const solutionParams = z.strictObject({ solutionId: idSchema })

export const captchaAlertRoutes = {
  ...captchaWebhookRoutes,
  getAlertSettings: defineRoute({
    id: 'getAlertSettings',
    method: 'GET',
    path: '/captcha/v1/sites/{solutionId}/alerts',
    access: captchaPolicy['alert.read'],
    summary: 'Get who receives which alerts of a site.',
    params: solutionParams,
    response: { status: 200, schema: shownSettings },
    problems: ['person-required'],
  }),
  putAlertSettings: defineRoute({
    id: 'putAlertSettings',
    method: 'PUT',
    path: '/captcha/v1/sites/{solutionId}/alerts',
    access: captchaPolicy['alert.change'],
    summary:
      'Replace the alert settings. Omitted settings get their default; `version` is the version you read. Addresses of non-members first receive a confirmation link that is valid for a day.',
    params: solutionParams,
    body: { name: 'alertSettingsDto', schema: storedSettings },
    response: { status: 200, schema: shownSettings },
    problems: ['version-conflict', 'person-required'],
  }),
  confirmAlertAddress: defineRoute({
    id: 'confirmAlertAddress',
    method: 'POST',
    path: '/captcha/v1/alert-addresses/confirmation',
    access: anybody,
    summary: 'Agree to receive alerts of a site, using the token from the confirmation mail. Works once.',
    body: { name: 'alertAddressConfirmationDto', schema: z.strictObject({ token: z.string().min(1).max(200) }) },
    response: { status: 204, schema: null },
    problems: ['token-invalid', 'token-expired', 'rate-limited'],
  }),
  unsubscribeAlertAddress: defineRoute({
    id: 'unsubscribeAlertAddress',
    method: 'POST',
    path: '/captcha/v1/alert-addresses/unsubscriptions',
    access: anybody,
    summary: 'Unsubscribe from alerts of a site with the token from an alert mail, without signing in (RFC 8058).',
    query: z.strictObject({ token: z.string().min(1).max(400) }),
    response: { status: 204, schema: null },
    problems: ['token-invalid'],
  }),
  listAlertEvents: defineRoute({
    id: 'listAlertEvents',
    method: 'GET',
    path: '/captcha/v1/sites/{solutionId}/alerts/events',
    access: captchaPolicy['site.read'],
    summary: 'Alerts that were raised and ended, newest first.',
    params: solutionParams,
    query: z.strictObject(pageQuery),
    response: { status: 200, schema: pageOf(alertEventSchema) },
    problems: [],
  }),
}
