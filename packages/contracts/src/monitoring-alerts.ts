import { serviceStates } from '@bollard/uptime'
import { z } from 'zod'
import { weeklyHoursSchema } from './monitoring-channels.ts'
import { monitoringPolicy } from './monitoring-policy.ts'
import { defineRoute } from './route.ts'
import { timezoneSchema } from './solution.ts'
import { idSchema, lineOfText, pageOf, pageQuery, timeSchema, versionSchema } from './wire.ts'

/** Of one solution. */
export const alertRulesMax = 100
export const onCallSchedulesMax = 20

export const conditionKinds = ['STATE', 'HEARTBEAT', 'SLOW', 'UPTIME', 'CERTIFICATE', 'DOMAIN'] as const
export type ConditionKind = (typeof conditionKinds)[number]
/** States that can be alerted of. */
export const alertedStates = ['DOWN', 'CHALLENGED', 'DEGRADED', 'UNKNOWN'] as const

const duplicate = { params: { code: 'duplicate' } }
const unique = <T extends z.ZodType>(item: T, min: number, max: number) =>
  z
    .array(item)
    .min(min)
    .max(max)
    .refine((all) => new Set(all.map((one) => JSON.stringify(one))).size === all.length, duplicate)

const daySchema = z.int().min(1).max(365)
const expiry = <Kind extends 'CERTIFICATE' | 'DOMAIN'>(kind: Kind, days: number, reminderDays: number[]) =>
  z.strictObject({
    kind: z.literal(kind),
    days: daySchema.default(days),
    /** Who was told is told again once only so many days are left; numbers that are not below `days` mean nothing. */
    reminderDays: unique(daySchema, 0, 10).default(reminderDays),
  })

export const conditionSchema = z.discriminatedUnion('kind', [
  /** While the service is in one of these states. What its dependency or flapping holds back raises nothing. */
  z.strictObject({
    kind: z.literal('STATE'),
    states: unique(z.enum(alertedStates), 1, alertedStates.length).default(['DOWN', 'CHALLENGED']),
  }),
  /** While a job is overdue or has said that it failed; of heartbeats alone. */
  z.strictObject({ kind: z.literal('HEARTBEAT') }),
  /** While the 95th percentile of the last so many minutes is above so many milliseconds, with five answers at least. */
  z.strictObject({
    kind: z.literal('SLOW'),
    totalMs: z.int().min(1).max(60_000),
    minutes: z.int().min(5).max(120).default(10),
  }),
  /**
   * While so much of the downtime that an objective leaves in so many days is spent; with `fast`, also while it is being spent so fast that it
   * will not last.
   */
  z.strictObject({
    kind: z.literal('UPTIME'),
    /** Such as 99.9; in steps of a thousandth. */
    objectivePercent: z.number().min(50).max(99.999).multipleOf(0.001),
    days: z.int().min(1).max(90).default(30),
    spentPercent: z.int().min(1).max(100).default(50),
    fast: z.boolean().default(true),
  }),
  /** While the certificate ends within so many days. A date that is not known raises nothing. */
  expiry('CERTIFICATE', 14, [7, 1]),
  expiry('DOMAIN', 30, [14, 7, 1]),
])
export type AlertCondition = z.infer<typeof conditionSchema>

export const alertTargetSchema = z.strictObject({
  /** A channel, or the channel of whoever is on call by a schedule then. */
  kind: z.enum(['CHANNEL', 'SCHEDULE']),
  id: idSchema,
})
export type AlertTarget = z.infer<typeof alertTargetSchema>

const name = z.string().trim().min(1).max(80).regex(lineOfText)
const rule = {
  name,
  active: z.boolean().default(true),
  /** Services that it watches; none named: all, also those to come. */
  serviceIds: unique(idSchema, 0, 1_000).default([]),
  condition: conditionSchema,
  /** Who is told how many minutes after the alert began, unless somebody has acknowledged it by then. Minutes grow. */
  steps: z
    .array(z.strictObject({ afterMinutes: z.int().min(0).max(10_080), targets: unique(alertTargetSchema, 1, 20) }))
    .min(1)
    .max(20),
  /** Once all steps are done, they begin anew after so many minutes, so many times. */
  repeat: z
    .strictObject({ afterMinutes: z.int().min(1).max(1_440), times: z.int().min(1).max(100) })
    .nullable()
    .default(null),
}
export const alertRuleSchema = z.object({
  id: idSchema,
  ...rule,
  createdAt: timeSchema,
  updatedAt: timeSchema,
  version: versionSchema,
})
export type AlertRule = z.infer<typeof alertRuleSchema>
/** What a rule of alerts is made of. */
export const alertRuleNewSchema = z.strictObject(rule)
const ruleNewDto = alertRuleNewSchema
const ruleDto = z.strictObject({ ...rule, version: versionSchema })
export type AlertRuleNew = z.infer<typeof ruleNewDto>
export type AlertRuleChange = z.infer<typeof ruleDto>

export const alertStates = ['OPEN', 'ACKNOWLEDGED', 'RESOLVED'] as const
/** One occurrence of a rule's condition at one service. */
export const monitoringAlertSchema = z.object({
  id: idSchema,
  ruleId: idSchema,
  ruleName: z.string(),
  serviceId: idSchema,
  serviceName: z.string(),
  condition: z.enum(conditionKinds),
  state: z.enum(alertStates),
  /** What was found when it began: the state and its fault, milliseconds, per cent of the budget, or when something ends. */
  facts: z.object({
    state: z.enum(serviceStates).optional(),
    fault: z.string().nullable().optional(),
    totalMs: z.int().optional(),
    spentPercent: z.int().nullable().optional(),
    expiresAt: timeSchema.optional(),
    /** The smallest of the rule's numbers of days that are more than what was left when somebody was last told. */
    withinDays: z.int().optional(),
  }),
  /** The incident that was open meanwhile; answering it stops the escalation too. */
  incidentId: idSchema.nullable(),
  openedAt: timeSchema,
  acknowledgedAt: timeSchema.nullable(),
  acknowledgedBy: z.string().nullable(),
  resolvedAt: timeSchema.nullable(),
  /** When somebody is told next; null when nobody is. */
  nextStepAt: timeSchema.nullable(),
})
export type MonitoringAlert = z.infer<typeof monitoringAlertSchema>

/** Whoever is on call is told by a channel, so a layer lists channels in the order of their turns. */
export const onCallLayerSchema = z.strictObject({
  channelIds: z.array(idSchema).min(1).max(100),
  handOver: z.strictObject({
    every: z.enum(['DAY', 'WEEK']),
    interval: z.int().min(1).max(366).default(1),
    /** On the clock of the schedule's zone. */
    time: z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/u),
  }),
  /** The day of the first turn; weekly hand-overs are on its weekday. Nobody is on call before. */
  startDay: z.iso.date(),
  /** Null: all the time. Outside its hours a layer leaves on-call to those before it. */
  hours: z.array(weeklyHoursSchema).min(1).max(20).nullable().default(null),
})
export const onCallScheduleSettings = {
  name,
  timeZone: timezoneSchema,
  /** The later ones lie over the earlier ones. */
  layers: z.array(onCallLayerSchema).min(1).max(10),
  /** They lie over all layers, and later ones over earlier ones; null: nobody is on call. */
  overrides: z
    .array(
      z
        .strictObject({ from: timeSchema, until: timeSchema, channelId: idSchema.nullable() })
        .refine(({ from, until }) => from < until, { path: ['until'], params: { code: 'before-from' } }),
    )
    .max(100)
    .default([]),
}
export const onCallScheduleSchema = z.object({
  id: idSchema,
  ...onCallScheduleSettings,
  /** The running turn and those that follow, at most 20 within two weeks. */
  turns: z.array(z.object({ channelId: idSchema.nullable(), from: timeSchema, until: timeSchema })),
  createdAt: timeSchema,
  updatedAt: timeSchema,
  version: versionSchema,
})
export type OnCallScheduleAnswer = z.infer<typeof onCallScheduleSchema>
const scheduleNewDto = z.strictObject(onCallScheduleSettings)
const scheduleDto = z.strictObject({ ...onCallScheduleSettings, version: versionSchema })
export type OnCallScheduleNew = z.infer<typeof scheduleNewDto>
export type OnCallScheduleChange = z.infer<typeof scheduleDto>

const solutionParams = z.strictObject({ solutionId: idSchema })
const ruleParams = solutionParams.extend({ alertRuleId: idSchema })
const alertParams = solutionParams.extend({ alertId: idSchema })
const scheduleParams = solutionParams.extend({ scheduleId: idSchema })
const rules = '/monitoring/v1/solutions/{solutionId}/alert-rules'
const alerts = '/monitoring/v1/solutions/{solutionId}/alerts'
const schedules = '/monitoring/v1/solutions/{solutionId}/on-call-schedules'

export const monitoringAlertRoutes = {
  listAlertRules: defineRoute({
    id: 'listAlertRules',
    method: 'GET',
    path: rules,
    access: monitoringPolicy['monitoring.read'],
    summary: `All rules of alerts, oldest first; at most ${alertRulesMax}, so there is one page.`,
    params: solutionParams,
    response: { status: 200, schema: pageOf(alertRuleSchema) },
    problems: [],
  }),
  createAlertRule: defineRoute({
    id: 'createAlertRule',
    method: 'POST',
    path: rules,
    access: monitoringPolicy['alerting.change'],
    summary: 'Create a rule: what raises an alert, who hears about it, and in which order.',
    params: solutionParams,
    body: { name: 'alertRuleNewDto', schema: ruleNewDto },
    response: { status: 201, schema: alertRuleSchema },
    problems: ['quota-exceeded'],
  }),
  putAlertRule: defineRoute({
    id: 'putAlertRule',
    method: 'PUT',
    path: `${rules}/{alertRuleId}`,
    access: monitoringPolicy['alerting.change'],
    summary:
      'Change a rule; `version` is the version you read. Alerts for which it no longer holds are resolved, also while it is off.',
    params: ruleParams,
    body: { name: 'alertRuleDto', schema: ruleDto },
    response: { status: 200, schema: alertRuleSchema },
    problems: ['version-conflict'],
  }),
  deleteAlertRule: defineRoute({
    id: 'deleteAlertRule',
    method: 'DELETE',
    path: `${rules}/{alertRuleId}`,
    access: monitoringPolicy['alerting.change'],
    summary: 'Delete a rule with its alerts. No further messages are sent.',
    params: ruleParams,
    response: { status: 204, schema: null },
    problems: [],
  }),
  listMonitoringAlerts: defineRoute({
    id: 'listMonitoringAlerts',
    method: 'GET',
    path: alerts,
    access: monitoringPolicy['monitoring.read'],
    summary: 'Alerts of all services or of one, newest first; what was resolved is kept for 90 days.',
    params: solutionParams,
    query: z.strictObject({
      ...pageQuery,
      serviceId: idSchema.optional(),
      state: z.enum(alertStates).optional(),
    }),
    response: { status: 200, schema: pageOf(monitoringAlertSchema) },
    problems: [],
  }),
  acknowledgeAlert: defineRoute({
    id: 'acknowledgeAlert',
    method: 'POST',
    path: `${alerts}/{alertId}/acknowledgement`,
    access: monitoringPolicy['incident.answer'],
    summary: 'Acknowledge an alert: nobody else gets a message until it is resolved.',
    params: alertParams,
    response: { status: 200, schema: monitoringAlertSchema },
    problems: ['state-conflict'],
  }),
  listOnCallSchedules: defineRoute({
    id: 'listOnCallSchedules',
    method: 'GET',
    path: schedules,
    access: monitoringPolicy['monitoring.read'],
    summary: `All on-call schedules with their next turns; at most ${onCallSchedulesMax}, so there is one page.`,
    params: solutionParams,
    response: { status: 200, schema: pageOf(onCallScheduleSchema) },
    problems: [],
  }),
  createOnCallSchedule: defineRoute({
    id: 'createOnCallSchedule',
    method: 'POST',
    path: schedules,
    access: monitoringPolicy['alerting.change'],
    summary: 'Create an on-call schedule: channels that take turns, and overrides.',
    params: solutionParams,
    body: { name: 'onCallScheduleNewDto', schema: scheduleNewDto },
    response: { status: 201, schema: onCallScheduleSchema },
    problems: ['quota-exceeded'],
  }),
  putOnCallSchedule: defineRoute({
    id: 'putOnCallSchedule',
    method: 'PUT',
    path: `${schedules}/{scheduleId}`,
    access: monitoringPolicy['alerting.change'],
    summary: 'Change an on-call schedule; `version` is the version you read.',
    params: scheduleParams,
    body: { name: 'onCallScheduleDto', schema: scheduleDto },
    response: { status: 200, schema: onCallScheduleSchema },
    problems: ['version-conflict'],
  }),
  deleteOnCallSchedule: defineRoute({
    id: 'deleteOnCallSchedule',
    method: 'DELETE',
    path: `${schedules}/{scheduleId}`,
    access: monitoringPolicy['alerting.change'],
    summary: 'Delete an on-call schedule. One that a rule uses is refused.',
    params: scheduleParams,
    response: { status: 204, schema: null },
    problems: ['in-use'],
  }),
} as const
