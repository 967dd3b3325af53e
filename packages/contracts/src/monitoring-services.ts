import { serviceStates } from '@bollard/uptime'
import { z } from 'zod'
import { checkKinds, checkSchema, probedCheckSchema, shownCheckSchema } from './monitoring-checks.ts'
import { monitoringPolicy } from './monitoring-policy.ts'
import { checkResultSchema } from './monitoring-results.ts'
import { defineRoute } from './route.ts'
import { idSchema, lineOfText, pageOf, pageQuery, timeSchema, versionSchema } from './wire.ts'

/** Of one solution, whatever the plan allows. */
export const monitoredServicesMax = 5_000
/** Changed by one call. */
export const bulkServicesMax = 1_000

const tag = z.string().trim().min(1).max(40).regex(lineOfText)
const tags = z
  .array(tag)
  .max(10)
  .refine((all) => new Set(all).size === all.length, { params: { code: 'duplicate' } })
/** From where: places of the installation or of own probes. */
const places = z
  .array(
    z
      .string()
      .max(60)
      .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/u),
  )
  .max(20)
  .refine((all) => new Set(all).size === all.length, { params: { code: 'duplicate' } })
const intervalSeconds = z.int().min(10).max(86_400)
/** What is said of a service, apart from where it is kept. */
export const serviceSettings = {
  name: z.string().trim().min(1).max(100).regex(lineOfText),
  tags: tags.default([]),
  check: checkSchema,
  /** Seconds between the starts of two checks from one place; not used by kinds that no prober checks. */
  intervalSeconds: intervalSeconds.default(60),
  /** From where it is checked: places of the installation or of own probes; none named is every place of the installation. */
  places: places.default([]),
  /** How many checks are made again before a bad result counts. */
  retries: z.int().min(0).max(5).default(1),
  /** How many places have to see a fault; at least half of those that answer. */
  confirmations: z.int().min(1).max(10).default(1),
  /** Good results in a row that end a fault. */
  recoveries: z.int().min(1).max(10).default(1),
  /** DEGRADED when a check takes longer, in milliseconds; null never is. */
  slowMs: z.int().min(1).max(60_000).nullable().default(null),
  /** While this service of the same solution is down, nothing is said of the present one. */
  parentId: idSchema.nullable().default(null),
}

/** A timeout fits into the interval, and so do the checks that are made again. */
export const timeoutFits = ({
  check,
  intervalSeconds: seconds,
}: {
  check: { timeoutMs: number } | object
  intervalSeconds: number
}) => !('timeoutMs' in check) || check.timeoutMs < seconds * 1_000
export const timeoutFault = { path: ['check', 'timeoutMs'], params: { code: 'longer-than-interval' } }

export const monitoredServiceSchema = z.object({
  id: idSchema,
  ...serviceSettings,
  /** Secrets in it are null. */
  check: shownCheckSchema,
  /** Whether a password, a token or a key is kept. */
  hasSecret: z.boolean(),
  paused: z.boolean(),
  /** The plan has no room for it, so it is not checked. */
  withheld: z.boolean(),
  /** The interval that holds: the plan may have a longer shortest one. */
  effectiveIntervalSeconds: z.int(),
  state: z.enum(serviceStates),
  stateSince: timeSchema,
  /** Of the last result: what is wrong, and its line for people who debug. */
  fault: z.string().nullable(),
  detail: z.string().nullable(),
  lastCheckedAt: timeSchema.nullable(),
  /** Milliseconds of the last whole check. */
  lastTotalMs: z.int().nullable(),
  certificateExpiresAt: timeSchema.nullable(),
  domainExpiresAt: timeSchema.nullable(),
  /**
   * Of PASS_RATE with `timeToSolveP95`: on how many days there were times to learn from, of those that it takes until one is judged. Null
   * once there are enough, and for all else.
   */
  learning: z.object({ days: z.int(), daysNeeded: z.int() }).nullable(),
  /** The incident that is open; null without one. */
  incidentId: idSchema.nullable(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
  version: versionSchema,
})
export type MonitoredService = z.infer<typeof monitoredServiceSchema>

const newDto = z.strictObject(serviceSettings).refine(timeoutFits, timeoutFault)
const changeDto = z.strictObject({ ...serviceSettings, version: versionSchema }).refine(timeoutFits, timeoutFault)
export type MonitoredServiceNew = z.infer<typeof newDto>
export type MonitoredServiceChange = z.infer<typeof changeDto>

const bulkDto = z.strictObject({
  serviceIds: z.array(idSchema).min(1).max(bulkServicesMax),
  change: z.discriminatedUnion('action', [
    z.strictObject({ action: z.literal('PAUSE') }),
    z.strictObject({ action: z.literal('RESUME') }),
    z.strictObject({ action: z.literal('DELETE') }),
    z.strictObject({ action: z.literal('SET_INTERVAL'), intervalSeconds }),
    z.strictObject({ action: z.literal('SET_PLACES'), places }),
    z.strictObject({ action: z.literal('ADD_TAGS'), tags: tags.min(1) }),
    z.strictObject({ action: z.literal('REMOVE_TAGS'), tags: tags.min(1) }),
  ]),
})
export type MonitoredServicesChange = z.infer<typeof bulkDto>

export const serviceQuerySchema = z.strictObject({
  ...pageQuery,
  /** In the name or the target, whatever the case. */
  search: z.string().trim().min(1).max(100).regex(lineOfText).optional(),
  state: z.enum(serviceStates).optional(),
  kind: z.enum(checkKinds).optional(),
  tag: tag.optional(),
})
export type ServiceQuery = z.infer<typeof serviceQuerySchema>

const solutionParams = z.strictObject({ solutionId: idSchema })
const serviceParams = solutionParams.extend({ serviceId: idSchema })
const services = '/monitoring/v1/solutions/{solutionId}/services'

export const monitoringServiceRoutes = {
  listMonitoredServices: defineRoute({
    id: 'listMonitoredServices',
    method: 'GET',
    path: services,
    access: monitoringPolicy['monitoring.read'],
    summary: 'Monitored services, oldest first; search and filters can be combined.',
    params: solutionParams,
    query: serviceQuerySchema,
    response: { status: 200, schema: pageOf(monitoredServiceSchema) },
    problems: [],
  }),
  createMonitoredService: defineRoute({
    id: 'createMonitoredService',
    method: 'POST',
    path: services,
    access: monitoringPolicy['service.change'],
    summary:
      'Monitor a service. The plan limits how many there are and how often they are checked. Secrets of its authentication are sealed and never shown again.',
    params: solutionParams,
    body: { name: 'monitoredServiceNewDto', schema: newDto },
    response: { status: 201, schema: monitoredServiceSchema },
    location: `${services}/{id}`,
    repeatable: {},
    problems: ['quota-exceeded', 'idempotency-mismatch', 'state-conflict'],
  }),
  getMonitoredService: defineRoute({
    id: 'getMonitoredService',
    method: 'GET',
    path: `${services}/{serviceId}`,
    access: monitoringPolicy['monitoring.read'],
    summary: 'One monitored service with its state.',
    params: serviceParams,
    response: { status: 200, schema: monitoredServiceSchema },
    problems: [],
  }),
  updateMonitoredService: defineRoute({
    id: 'updateMonitoredService',
    method: 'PUT',
    path: `${services}/{serviceId}`,
    access: monitoringPolicy['service.change'],
    summary:
      'Change a monitored service; `version` is the version you read. A secret that is null stays as it is; the kind of a check stays too.',
    params: serviceParams,
    body: { name: 'monitoredServiceDto', schema: changeDto },
    response: { status: 200, schema: monitoredServiceSchema },
    problems: ['version-conflict', 'quota-exceeded'],
  }),
  deleteMonitoredService: defineRoute({
    id: 'deleteMonitoredService',
    method: 'DELETE',
    path: `${services}/{serviceId}`,
    access: monitoringPolicy['service.change'],
    summary:
      'Delete a monitored service with all its results. A service that a group has, or that is a parent, is refused.',
    params: serviceParams,
    response: { status: 204, schema: null },
    problems: ['in-use'],
  }),
  changeMonitoredServices: defineRoute({
    id: 'changeMonitoredServices',
    method: 'POST',
    path: `${services}/changes`,
    access: monitoringPolicy['service.change'],
    summary:
      'Pause, resume or delete services, or change interval, places or tags of all of them at once: all or none.',
    params: solutionParams,
    body: { name: 'monitoredServicesChangeDto', schema: bulkDto },
    response: { status: 200, schema: z.object({ changed: z.int() }) },
    problems: ['quota-exceeded', 'in-use'],
  }),
  tryMonitoredService: defineRoute({
    id: 'tryMonitoredService',
    method: 'POST',
    path: '/monitoring/v1/solutions/{solutionId}/check',
    access: monitoringPolicy['service.change'],
    summary:
      'Run a check once, now, and see all phases, before anything is saved. With `serviceId` its secrets are used where the check has none.',
    params: solutionParams,
    body: {
      name: 'monitoringCheckDto',
      schema: z.strictObject({ check: probedCheckSchema, serviceId: idSchema.nullable().default(null) }),
    },
    response: { status: 200, schema: checkResultSchema },
    problems: ['rate-limited'],
  }),
} as const
