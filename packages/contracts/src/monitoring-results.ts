import { challengers, serviceStates, verdicts } from '@bollard/uptime'
import { z } from 'zod'
import { assertionSchema, checkKinds } from './monitoring-checks.ts'
import { monitoringPolicy } from './monitoring-policy.ts'
import { defineRoute } from './route.ts'
import { idSchema, pageOf, pageQuery, timeSchema } from './wire.ts'

/** Milliseconds; null where a check has no such phase. */
const ms = z.number().min(0).nullable()
const unixMs = z.number()

/** What one check found. Times are Unix milliseconds, as probers write them. */
export const checkResultSchema = z.object({
  at: unixMs,
  verdict: z.enum(verdicts),
  phases: z.object({ dnsMs: ms, connectMs: ms, tlsMs: ms, firstByteMs: ms, totalMs: z.number().min(0) }),
  fault: z.string().nullable(),
  detail: z.string().nullable(),
  assertions: z.array(z.object({ assertion: assertionSchema, passed: z.boolean(), found: z.string().nullable() })),
  facts: z.object({
    address: z.string().optional(),
    statusCode: z.int().optional(),
    certificateExpiresAt: unixMs.optional(),
    domainExpiresAt: unixMs.optional(),
    answers: z.array(z.string()).optional(),
    challengedBy: z.enum(challengers).optional(),
  }),
  sample: z.object({ headers: z.record(z.string(), z.string()), body: z.string() }).nullable(),
})

export type TriedCheck = z.infer<typeof checkResultSchema>

/** A result as it is kept: by place, without what it had answered. */
export const storedResultSchema = z.object({
  at: timeSchema,
  place: z.string(),
  verdict: z.enum(verdicts),
  totalMs: z.int(),
  dnsMs: ms,
  connectMs: ms,
  tlsMs: ms,
  firstByteMs: ms,
  fault: z.string().nullable(),
  statusCode: z.int().nullable(),
})
export type StoredResult = z.infer<typeof storedResultSchema>

/** A change of the state, with what the check that caused it had answered. */
export const stateChangeSchema = z.object({
  at: timeSchema,
  from: z.enum(serviceStates),
  to: z.enum(serviceStates),
  reason: z.string(),
  result: checkResultSchema.nullable(),
})
export type StateChange = z.infer<typeof stateChangeSchema>

export const uptimeMethods = ['DURATION', 'CHECKS', 'WEIGHTED'] as const
/** So many days a question about uptime may span. */
export const uptimeDaysMax = 400

const stateSeconds = z.object(
  Object.fromEntries(serviceStates.map((state) => [state, z.number().min(0)])) as Record<
    (typeof serviceStates)[number],
    z.ZodNumber
  >,
)

export const uptimeSchema = z.object({
  from: timeSchema,
  to: timeSchema,
  /** Percent, in steps of 0.0001 and rounded down, so that less than all is never 100; null where there is nothing to reckon from. */
  uptimePercent: z.number().min(0).max(100).nullable(),
  /** `(UP + HALF ÷ 2) ÷ (UP + HALF + DOWN)` of time or of checks, with what each state counts as. */
  formula: z.object({
    method: z.enum(uptimeMethods),
    weights: z.object(
      Object.fromEntries(serviceStates.map((state) => [state, z.enum(['UP', 'HALF', 'DOWN', 'LEFT_OUT'])])) as Record<
        (typeof serviceStates)[number],
        z.ZodEnum<{ UP: 'UP'; HALF: 'HALF'; DOWN: 'DOWN'; LEFT_OUT: 'LEFT_OUT' }>
      >,
    ),
  }),
  seconds: stateSeconds,
  checks: z.object({
    total: z.int(),
    up: z.int(),
    degraded: z.int(),
    down: z.int(),
    challenged: z.int(),
    unknown: z.int(),
  }),
})
export type Uptime = z.infer<typeof uptimeSchema>

export const rollupSteps = ['MINUTE', 'HOUR', 'DAY'] as const
/** What happened in a minute, an hour or a day; days are those of the solution's time zone. */
export const rollupSchema = z.object({
  at: timeSchema,
  checks: z.int(),
  up: z.int(),
  degraded: z.int(),
  down: z.int(),
  challenged: z.int(),
  unknown: z.int(),
  /** Milliseconds of checks that were answered; null where none was. */
  averageMs: z.number().nullable(),
  minMs: z.number().nullable(),
  maxMs: z.number().nullable(),
  p50Ms: z.number().nullable(),
  p95Ms: z.number().nullable(),
  p99Ms: z.number().nullable(),
  /** Seconds in which the service was down. */
  downSeconds: z.number().min(0),
})
export type RollupAnswer = z.infer<typeof rollupSchema>

const overviewSchema = z.object({
  states: stateSeconds,
  openIncidents: z.int(),
  services: z.array(
    z.object({
      id: idSchema,
      name: z.string(),
      tags: z.array(z.string()),
      kind: z.enum(checkKinds),
      state: z.enum(serviceStates),
      stateSince: timeSchema,
      fault: z.string().nullable(),
      lastCheckedAt: timeSchema.nullable(),
      lastTotalMs: z.int().nullable(),
      incidentId: idSchema.nullable(),
      /** By days with results; null without any. */
      uptimePercent: z.number().nullable(),
      /** Seconds down by day, the last `days` days, the latest last; -1 where nothing was checked. */
      downSecondsByDay: z.array(z.int()),
    }),
  ),
})
export type MonitoringOverview = z.infer<typeof overviewSchema>

const solutionParams = z.strictObject({ solutionId: idSchema })
const serviceParams = solutionParams.extend({ serviceId: idSchema })
const service = '/monitoring/v1/solutions/{solutionId}/services/{serviceId}'
/** `from` included, `to` not. */
const span = { from: timeSchema, to: timeSchema }
const inOrder = { path: ['to'], params: { code: 'before-from' } }

export const monitoringResultRoutes = {
  listLatestResults: defineRoute({
    id: 'listLatestResults',
    method: 'GET',
    path: `${service}/latest-results`,
    access: monitoringPolicy['monitoring.read'],
    summary: 'The newest result of a service from each place.',
    params: serviceParams,
    response: { status: 200, schema: pageOf(storedResultSchema) },
    problems: [],
  }),
  listCheckResults: defineRoute({
    id: 'listCheckResults',
    method: 'GET',
    path: `${service}/results`,
    access: monitoringPolicy['monitoring.read'],
    summary: 'Single results of the last two days, newest first; what is older is kept as minutes, hours and days.',
    params: serviceParams,
    query: z.strictObject({ ...pageQuery, before: timeSchema.optional(), place: z.string().min(1).max(60).optional() }),
    response: { status: 200, schema: pageOf(storedResultSchema) },
    problems: [],
  }),
  listStateChanges: defineRoute({
    id: 'listStateChanges',
    method: 'GET',
    path: `${service}/state-changes`,
    access: monitoringPolicy['monitoring.read'],
    summary: 'Changes of the state of a service, newest first, each with the result that caused it.',
    params: serviceParams,
    query: z.strictObject(pageQuery),
    response: { status: 200, schema: pageOf(stateChangeSchema.extend({ id: idSchema })) },
    problems: [],
  }),
  getUptime: defineRoute({
    id: 'getUptime',
    method: 'GET',
    path: `${service}/uptime`,
    access: monitoringPolicy['monitoring.read'],
    summary: `Uptime between two moments, with the formula that it is reckoned by; ${uptimeDaysMax} days at most.`,
    params: serviceParams,
    query: z
      .strictObject({ ...span, method: z.enum(uptimeMethods).default('DURATION') })
      .refine(({ from, to }) => from < to, inOrder),
    response: { status: 200, schema: uptimeSchema },
    problems: [],
  }),
  listRollups: defineRoute({
    id: 'listRollups',
    method: 'GET',
    path: `${service}/roll-ups`,
    access: monitoringPolicy['monitoring.read'],
    summary: 'Counts and response times by minute (two days at most), hour (60 days) or day (400 days), oldest first.',
    params: serviceParams,
    query: z.strictObject({ ...span, step: z.enum(rollupSteps) }).refine(({ from, to }) => from < to, inOrder),
    response: { status: 200, schema: pageOf(rollupSchema) },
    problems: [],
  }),
  getMonitoringOverview: defineRoute({
    id: 'getMonitoringOverview',
    method: 'GET',
    path: '/monitoring/v1/solutions/{solutionId}/overview',
    access: monitoringPolicy['monitoring.read'],
    summary:
      'All services of a solution at a glance: state, last response time, and uptime by day. Those in trouble come first.',
    params: solutionParams,
    query: z.strictObject({ days: z.coerce.number().int().min(7).max(365).default(30) }),
    response: {
      status: 200,
      schema: overviewSchema,
    },
    problems: [],
  }),
} as const
