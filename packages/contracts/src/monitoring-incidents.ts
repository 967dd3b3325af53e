import { serviceStates } from '@bollard/uptime'
import { z } from 'zod'
import { monitoringPolicy } from './monitoring-policy.ts'
import { defineRoute } from './route.ts'
import { idSchema, pageOf, pageQuery, timeSchema, versionSchema } from './wire.ts'

export const incidentStates = ['OPEN', 'ACKNOWLEDGED', 'RESOLVED', 'MERGED'] as const
export type IncidentState = (typeof incidentStates)[number]

/** Opened by the engine when a service goes down, and closed by it when the service is well again. What the public is told is a report. */
export const monitoringIncidentSchema = z.object({
  id: idSchema,
  serviceId: idSchema,
  serviceName: z.string(),
  state: z.enum(incidentStates),
  /** The worst state of the service meanwhile. */
  worst: z.enum(serviceStates),
  /** What the first result said was wrong. */
  fault: z.string().nullable(),
  cause: z.string().nullable(),
  /** What customers noticed. */
  impact: z.string().nullable(),
  openedAt: timeSchema,
  acknowledgedAt: timeSchema.nullable(),
  acknowledgedBy: z.string().nullable(),
  resolvedAt: timeSchema.nullable(),
  /** The incident that this one is told with, once it was merged. */
  mergedInto: idSchema.nullable(),
  version: versionSchema,
})
export type MonitoringIncident = z.infer<typeof monitoringIncidentSchema>

export const incidentEventKinds = [
  'OPENED',
  'STATE',
  'ACKNOWLEDGED',
  'COMMENTED',
  'CAUSE',
  'IMPACT',
  'MERGED',
  'RESOLVED',
  'REOPENED',
] as const
export const incidentEventSchema = z.object({
  id: idSchema,
  at: timeSchema,
  kind: z.enum(incidentEventKinds),
  /** Who did it; null for the engine. */
  by: z.string().nullable(),
  text: z.string().nullable(),
  state: z.enum(serviceStates).nullable(),
})
export type IncidentEvent = z.infer<typeof incidentEventSchema>

/** Several lines, without halves of characters and control characters other than the end of a line. */
const text = z
  .string()
  .trim()
  .min(1)
  .max(4_000)
  .regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\t])*$/u)
const answerDto = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('ACKNOWLEDGE'), text: text.nullable().default(null) }),
  z.strictObject({ action: z.literal('COMMENT'), text }),
  z.strictObject({ action: z.literal('RESOLVE'), text: text.nullable().default(null) }),
  z.strictObject({ action: z.literal('SET_CAUSE'), text }),
  z.strictObject({ action: z.literal('SET_IMPACT'), text }),
  z.strictObject({ action: z.literal('MERGE'), into: idSchema }),
])
export type IncidentAnswer = z.infer<typeof answerDto>

const solutionParams = z.strictObject({ solutionId: idSchema })
const incidentParams = solutionParams.extend({ incidentId: idSchema })
const incidents = '/monitoring/v1/solutions/{solutionId}/incidents'
const withTimeline = monitoringIncidentSchema.extend({ timeline: z.array(incidentEventSchema) })
export type IncidentWithTimeline = z.infer<typeof withTimeline>

export const monitoringIncidentRoutes = {
  listMonitoringIncidents: defineRoute({
    id: 'listMonitoringIncidents',
    method: 'GET',
    path: incidents,
    access: monitoringPolicy['monitoring.read'],
    summary: 'Incidents of all services or of one, newest first.',
    params: solutionParams,
    query: z.strictObject({
      ...pageQuery,
      serviceId: idSchema.optional(),
      state: z.enum(incidentStates).optional(),
    }),
    response: { status: 200, schema: pageOf(monitoringIncidentSchema) },
    problems: [],
  }),
  getMonitoringIncident: defineRoute({
    id: 'getMonitoringIncident',
    method: 'GET',
    path: `${incidents}/{incidentId}`,
    access: monitoringPolicy['monitoring.read'],
    summary: 'One incident with its timeline, oldest first.',
    params: incidentParams,
    response: { status: 200, schema: withTimeline },
    problems: [],
  }),
  answerMonitoringIncident: defineRoute({
    id: 'answerMonitoringIncident',
    method: 'POST',
    path: `${incidents}/{incidentId}/answers`,
    access: monitoringPolicy['incident.answer'],
    summary:
      'Acknowledge, comment or resolve an incident, write down its cause or what customers noticed, or merge it into another. Merged and resolved ones can still be commented on.',
    params: incidentParams,
    body: { name: 'incidentAnswerDto', schema: answerDto },
    response: { status: 200, schema: withTimeline },
    problems: ['state-conflict'],
  }),
} as const
