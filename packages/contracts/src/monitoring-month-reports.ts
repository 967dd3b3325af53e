import { z } from 'zod'
import { monitoringPolicy } from './monitoring-policy.ts'
import { uptimeMethods, uptimeSchema } from './monitoring-results.ts'
import { defineRoute } from './route.ts'
import { idSchema, monthSchema, timeSchema } from './wire.ts'

const percent = z.number().min(0).max(100).nullable()
/** A figure of this month and of the month before; `change` is null where either has none. */
const compared = z.object({
  now: z.number().nullable(),
  before: z.number().nullable(),
  change: z.number().nullable(),
})
const shared = uptimeSchema.shape

export const monitoringMonthReportSchema = z.object({
  month: monthSchema,
  timeZone: z.string(),
  from: timeSchema,
  /** The end of the month, or as much of it as has passed. */
  to: timeSchema,
  complete: z.boolean(),
  /** Since then it stays as it is; null while it is reckoned anew for each call. */
  frozenAt: timeSchema.nullable(),
  uptimePercent: percent,
  formula: shared.formula,
  seconds: shared.seconds,
  checks: shared.checks,
  /** Milliseconds of checks that were answered; null where none was. */
  response: z.object({ meanMs: z.number(), p50Ms: z.number(), p95Ms: z.number(), p99Ms: z.number() }).nullable(),
  outages: z.array(z.object({ from: timeSchema, to: timeSchema })),
  downSeconds: z.number().min(0),
  longestOutageSeconds: z.number().min(0),
  days: z.array(z.object({ day: z.iso.date(), uptimePercent: percent })),
  /** Beside the month before: uptime in percent, times in milliseconds. */
  comparison: z.object({
    uptimePercent: compared,
    downMs: compared,
    outages: compared,
    longestOutageMs: compared,
    p95Ms: compared,
  }),
})
export type MonitoringMonthReport = z.infer<typeof monitoringMonthReportSchema>

export const exportedFigures = ['RESULTS', 'HOURS', 'DAYS', 'STATE_CHANGES'] as const
const serviceParams = z.strictObject({ solutionId: idSchema, serviceId: idSchema })
const service = '/monitoring/v1/solutions/{solutionId}/services/{serviceId}'

export const monitoringMonthReportRoutes = {
  getMonthReport: defineRoute({
    id: 'getMonthReport',
    method: 'GET',
    path: `${service}/month-report`,
    access: monitoringPolicy['monitoring.read'],
    summary:
      'Uptime of a month, in the time zone of the solution, beside the month before. Soon after its end it is frozen: what is found later changes it no more.',
    params: serviceParams,
    query: z.strictObject({ month: monthSchema, method: z.enum(uptimeMethods).default('DURATION') }),
    response: { status: 200, schema: monitoringMonthReportSchema },
    problems: [],
  }),
  exportMonitoringFigures: defineRoute({
    id: 'exportMonitoringFigures',
    method: 'GET',
    path: `${service}/figures`,
    access: monitoringPolicy['monitoring.read'],
    summary:
      'Single results, hours, days or changes of state of a service as a file, oldest first: all that is kept, at most 100 000 lines.',
    params: serviceParams,
    query: z.strictObject({ of: z.enum(exportedFigures), format: z.enum(['CSV', 'JSON']).default('CSV') }),
    response: { status: 200, schema: z.string(), stream: true, mediaTypes: ['text/csv', 'application/json'] },
    problems: [],
  }),
} as const
