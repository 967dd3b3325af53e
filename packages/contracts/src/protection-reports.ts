import { z } from 'zod'
import { anybody } from './access.ts'
import { shareSchema } from './captcha-feedback.ts'
import { languageSchema, emailSchema } from './identity.ts'
import { protectionPolicy } from './protection-policy.ts'
import { defineRoute } from './route.ts'
import { idSchema, monthSchema, pageOf, timeSchema } from './wire.ts'

/** Of one solution. */
export const reportSchedulesMax = 10
export const reportLinkDaysMax = 90

const change = z.object({ now: z.number().nullable(), before: z.number().nullable() })
/** One month of all that a solution's owner has: captcha, protection and uptime, in the time zone of the solution. */
export const jointReportSchema = z.object({
  month: monthSchema,
  timeZone: z.string(),
  from: timeSchema,
  to: timeSchema,
  complete: z.boolean(),
  solution: z.object({ id: idSchema, label: z.string() }),
  /** Null where nothing was counted. */
  captcha: z
    .object({
      started: change,
      passed: change,
      flagged: change,
      refused: change,
      /** Solved of those who finished, in percent. */
      passRate: change,
      checkMsMedian: change,
    })
    .nullable(),
  protection: z
    .object({
      requests: change,
      challenged: change,
      throttled: change,
      denied: change,
      failedOpen: change,
      savedBytes: change,
      savedMessages: change,
      /** Of the control group. */
      mistakes: shareSchema,
      topPaths: z.array(z.object({ path: z.string(), stopped: z.int() })),
      topReasons: z.array(z.object({ code: z.string(), requests: z.int() })),
    })
    .nullable(),
  /** Of the monitoring solutions of the same owner that are chosen for it. */
  uptime: z.array(
    z.object({
      solutionId: idSchema,
      label: z.string(),
      services: z.array(
        z.object({ name: z.string(), uptimePercent: z.number().nullable(), downSeconds: z.number(), outages: z.int() }),
      ),
    }),
  ),
})
export type JointReport = z.infer<typeof jointReportSchema>

const scheduleFields = {
  emails: z.array(emailSchema).min(1).max(10),
  language: languageSchema,
  /** On the first of each month, of the month before. */
  every: z.enum(['FIRST_OF_MONTH']),
}
export const reportScheduleSchema = z.object({
  id: idSchema,
  ...scheduleFields,
  lastSentAt: timeSchema.nullable(),
  createdAt: timeSchema,
  createdBy: z.string(),
})
export type ReportSchedule = z.infer<typeof reportScheduleSchema>
export const reportLinkSchema = z.object({
  id: idSchema,
  month: monthSchema,
  /** Shown once; null later. */
  url: z.string().nullable(),
  expiresAt: timeSchema,
  createdAt: timeSchema,
  createdBy: z.string(),
})
export type ReportLink = z.infer<typeof reportLinkSchema>

const solutionParams = z.strictObject({ solutionId: idSchema })
const base = '/protection/v1/solutions/{solutionId}'

export const protectionReportRoutes = {
  getJointReport: defineRoute({
    id: 'getJointReport',
    method: 'GET',
    path: `${base}/report`,
    access: protectionPolicy['protection.read'],
    summary: 'One month of captcha, protection and uptime of the same owner, beside the month before.',
    params: solutionParams,
    query: z.strictObject({ month: monthSchema }),
    response: { status: 200, schema: jointReportSchema },
    problems: [],
  }),
  getJointReportFile: defineRoute({
    id: 'getJointReportFile',
    method: 'GET',
    path: `${base}/report-file`,
    access: protectionPolicy['protection.read'],
    summary: 'The report of a month as a PDF, in a language.',
    params: solutionParams,
    query: z.strictObject({ month: monthSchema, language: languageSchema.default('en') }),
    response: { status: 200, schema: z.string(), stream: true, mediaTypes: ['application/pdf'] },
    problems: ['rate-limited'],
  }),
  listReportSchedules: defineRoute({
    id: 'listReportSchedules',
    method: 'GET',
    path: `${base}/report-schedules`,
    access: protectionPolicy['protection.read'],
    summary: 'To whom the report is sent by mail, and when.',
    params: solutionParams,
    response: { status: 200, schema: pageOf(reportScheduleSchema) },
    problems: [],
  }),
  createReportSchedule: defineRoute({
    id: 'createReportSchedule',
    method: 'POST',
    path: `${base}/report-schedules`,
    access: protectionPolicy['report-schedule.change'],
    summary: `Send the report of the month before to members of the solution, with the PDF. At most ${reportSchedulesMax}.`,
    params: solutionParams,
    body: { name: 'reportScheduleNewDto', schema: z.strictObject(scheduleFields) },
    response: { status: 201, schema: reportScheduleSchema },
    problems: ['quota-exceeded'],
  }),
  deleteReportSchedule: defineRoute({
    id: 'deleteReportSchedule',
    method: 'DELETE',
    path: `${base}/report-schedules/{reportScheduleId}`,
    access: protectionPolicy['report-schedule.change'],
    summary: 'Send the report no more.',
    params: solutionParams.extend({ reportScheduleId: idSchema }),
    response: { status: 204, schema: null },
    problems: [],
  }),
  listReportLinks: defineRoute({
    id: 'listReportLinks',
    method: 'GET',
    path: `${base}/report-links`,
    access: protectionPolicy['protection.read'],
    summary: 'Links by which anybody reads a report until they expire.',
    params: solutionParams,
    response: { status: 200, schema: pageOf(reportLinkSchema) },
    problems: [],
  }),
  createReportLink: defineRoute({
    id: 'createReportLink',
    method: 'POST',
    path: `${base}/report-links`,
    access: protectionPolicy['report-link.change'],
    summary: `Make a link by which anybody who has it reads the report of one month, for ${reportLinkDaysMax} days at most. It is shown once.`,
    params: solutionParams,
    body: {
      name: 'reportLinkNewDto',
      schema: z.strictObject({ month: monthSchema, days: z.int().min(1).max(reportLinkDaysMax).default(30) }),
    },
    response: { status: 201, schema: reportLinkSchema },
    problems: ['quota-exceeded', 'person-required'],
  }),
  deleteReportLink: defineRoute({
    id: 'deleteReportLink',
    method: 'DELETE',
    path: `${base}/report-links/{reportLinkId}`,
    access: protectionPolicy['report-link.change'],
    summary: 'End a link at once.',
    params: solutionParams.extend({ reportLinkId: idSchema }),
    response: { status: 204, schema: null },
    problems: ['person-required'],
  }),
  getSharedReport: defineRoute({
    id: 'getSharedReport',
    method: 'GET',
    path: '/protection/v1/shared-reports/{token}',
    access: anybody,
    summary: 'A report by its link.',
    params: z.strictObject({ token: z.string().regex(/^[\w-]{43}$/u) }),
    response: { status: 200, schema: jointReportSchema },
    problems: ['not-found', 'rate-limited'],
  }),
} as const
