import { z } from 'zod'
import { anybody } from './access.ts'
import { languageSchema } from './identity.ts'
import { impacts, reportStages } from './monitoring-reports.ts'
import { defineRoute } from './route.ts'
import { idSchema, monthSchema, timeSchema } from './wire.ts'

/** Maintenance that begins within so many days is announced. */
export const announcedDays = 30
/** Reports that ended within so many days still stand on the page; older ones are history. */
export const recentReportDays = 7
/** How long the pass to a page with a password works, in hours. */
export const passHours = 12

/** What visitors are told of a component. UNKNOWN: not checked at the moment, or a challenge hides what visitors see. */
export const publicStates = ['UP', 'DEGRADED', 'DOWN', 'MAINTENANCE', 'UNKNOWN'] as const
export type PublicState = (typeof publicStates)[number]

/** How a page looks and who it is of; also told while it is locked. */
const face = {
  slug: z.string(),
  name: z.string(),
  logo: z.string().nullable(),
  colors: z.object({ light: z.string().nullable(), dark: z.string().nullable() }),
  /** The first one is for visitors who ask for none of them. */
  languages: z.array(languageSchema),
  noindex: z.boolean(),
  /** False where it is for visitors of some networks only: then what one visitor was told is for nobody else. */
  forEverybody: z.boolean(),
}

const publicUpdate = z.object({
  at: timeSchema,
  /** When its text was last corrected; null while it is as it was published. */
  correctedAt: timeSchema.nullable(),
  stage: z.enum(reportStages),
  text: z.string(),
  impacts: z.array(z.object({ componentId: idSchema, impact: z.enum(impacts) })),
})
export const publicReportSchema = z.object({
  id: idSchema,
  title: z.string(),
  stage: z.enum(reportStages),
  startedAt: timeSchema,
  resolvedAt: timeSchema.nullable(),
  /** The newest first. */
  updates: z.array(publicUpdate),
})
export type PublicReport = z.infer<typeof publicReportSchema>

export const publicMaintenanceSchema = z.object({
  /** Of this one time of a window: the same in every answer. */
  id: z.string(),
  title: z.string(),
  from: timeSchema,
  to: timeSchema,
  componentIds: z.array(idSchema),
})
export type PublicMaintenance = z.infer<typeof publicMaintenanceSchema>

/** Seconds, one number for each day of `firstDay` and on; -1 where nothing is known of the day. */
const seconds = z.array(z.int())
export const publicComponentSchema = z.object({
  id: idSchema,
  name: z.string(),
  description: z.string().nullable(),
  state: z.enum(publicStates),
  since: timeSchema,
  /** Of the days below, in steps of 0.0001 and rounded down; null where nothing is known. */
  uptimePercent: z.number().nullable(),
  downSeconds: seconds,
  degradedSeconds: seconds,
  maintenanceSeconds: seconds,
  /** Of the last 24 whole hours with checks, oldest first; null where the page shows none. */
  responseTimes: z.array(z.object({ at: timeSchema, p50Ms: z.number(), p95Ms: z.number() })).nullable(),
  /** When its certificate expires; null where it has none, or the page shows no response times. */
  certificateExpiresAt: timeSchema.nullable(),
})
export type PublicComponent = z.infer<typeof publicComponentSchema>

const content = z.object({
  description: z.string().nullable(),
  announcement: z.string().nullable(),
  /** The worst of the components. */
  state: z.enum(publicStates),
  /** Zone in which days begin. */
  timeZone: z.string(),
  /** The first day of the posts; the last one is today. */
  firstDay: z.iso.date(),
  days: z.int(),
  /** `(UP + HALF ÷ 2) ÷ (UP + HALF + DOWN)` of time, with what each state counts as. */
  weights: z.record(z.string(), z.enum(['UP', 'HALF', 'DOWN', 'LEFT_OUT'])),
  groups: z.array(z.object({ name: z.string().nullable(), components: z.array(publicComponentSchema) })),
  /** Open ones, then those that ended within a week; newest first. */
  reports: z.array(publicReportSchema),
  /** Running, and within the next 30 days, in the order of time. */
  maintenance: z.array(publicMaintenanceSchema),
  /** The first month with history. */
  firstMonth: monthSchema,
  /** Whether visitors can subscribe, and the site key that protects the form; null without a captcha. */
  subscribing: z.object({ open: z.boolean(), siteKey: z.string().nullable() }),
})

export const publicPageSchema = z.object({
  ...face,
  /** Another answer has another version; it is the ETag too. */
  version: z.string(),
  /** When all of it was so. */
  at: timeSchema,
  /** Null: the page wants its password, see `openStatusPage`. */
  content: content.nullable(),
})
export type PublicPage = z.infer<typeof publicPageSchema>
export type PublicContent = z.infer<typeof content>

const slugParams = z.strictObject({ slug: z.string().min(1).max(60) })
const pass = z.string().min(1).max(200).optional()
const pages = '/monitoring/v1/status-pages'

/** Calls of visitors, without an account. A page that is a draft, and one that is not for the visitor's network, answers like one that is not there. */
export const monitoringPublicRoutes = {
  findStatusPage: defineRoute({
    id: 'findStatusPage',
    method: 'GET',
    path: pages,
    access: anybody,
    summary: 'The status page that a host name shows.',
    query: z.strictObject({ host: z.string().min(1).max(253) }),
    response: { status: 200, schema: z.object({ slug: z.string() }) },
    problems: ['not-found', 'rate-limited'],
  }),
  readStatusPage: defineRoute({
    id: 'readStatusPage',
    method: 'GET',
    path: `${pages}/{slug}`,
    access: anybody,
    summary:
      'A status page as visitors see it, whole: components with their states and days, reports and maintenance. It has an ETag; with `If-None-Match` the answer is 304 while nothing has changed.',
    params: slugParams,
    query: z.strictObject({ pass }),
    response: { status: 200, schema: publicPageSchema },
    problems: ['not-found', 'rate-limited', 'unavailable'],
  }),
  readStatusHistory: defineRoute({
    id: 'readStatusHistory',
    method: 'GET',
    path: `${pages}/{slug}/history`,
    access: anybody,
    summary: 'Reports and maintenance of a month of a status page, newest first.',
    params: slugParams,
    query: z.strictObject({ pass, month: monthSchema }),
    response: {
      status: 200,
      schema: z.object({
        month: monthSchema,
        reports: z.array(publicReportSchema),
        maintenance: z.array(publicMaintenanceSchema),
      }),
    },
    problems: ['not-found', 'password-required', 'rate-limited'],
  }),
  readStatusReport: defineRoute({
    id: 'readStatusReport',
    method: 'GET',
    path: `${pages}/{slug}/reports/{reportId}`,
    access: anybody,
    summary: 'One report of a status page, with all its updates.',
    params: slugParams.extend({ reportId: idSchema }),
    query: z.strictObject({ pass }),
    response: { status: 200, schema: publicReportSchema },
    problems: ['not-found', 'password-required', 'rate-limited'],
  }),
  openStatusPage: defineRoute({
    id: 'openStatusPage',
    method: 'POST',
    path: `${pages}/{slug}/passes`,
    access: anybody,
    summary: `Enter the password of a status page. The pass opens it for ${passHours} hours, or until the password changes.`,
    params: slugParams,
    body: { name: 'statusPasswordDto', schema: z.strictObject({ password: z.string().min(1).max(200) }) },
    response: { status: 201, schema: z.object({ pass: z.string(), expiresAt: timeSchema }) },
    problems: ['not-found', 'credentials-invalid', 'rate-limited'],
  }),
} as const
