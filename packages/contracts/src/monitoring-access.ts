import { z } from 'zod'
import { monitoringPolicy } from './monitoring-policy.ts'
import { defineRoute } from './route.ts'
import { idSchema, lineOfText, pageOf, timeSchema } from './wire.ts'

/** Of one solution, those that work. */
export const monitoringKeysMax = 20
export const probesMax = 20

/** What an API key of monitoring may do: read what a viewer reads, or change what a member changes, too. */
export const monitoringKeyScopes = ['statistics', 'manage'] as const
export type MonitoringKeyScope = (typeof monitoringKeyScopes)[number]

const name = z.string().trim().min(1).max(80).regex(lineOfText)
const shared = {
  id: idSchema,
  name: z.string(),
  /** What is shown of the secret; of the secret itself only a hash is kept. */
  last4: z.string(),
  createdAt: timeSchema,
  createdBy: z.string(),
  revokedAt: timeSchema.nullable(),
}

export const monitoringKeySchema = z.object({
  ...shared,
  scopes: z.array(z.enum(monitoringKeyScopes)),
  expiresAt: timeSchema.nullable(),
  lastUsedAt: timeSchema.nullable(),
})
export type MonitoringKey = z.infer<typeof monitoringKeySchema>

export const probeStates = ['WAITING', 'CONNECTED', 'AWAY', 'REVOKED'] as const
/** A probe that has not called for so long is AWAY. */
export const probeAwaySeconds = 60

/** A prober of the customer's own, somewhere else. */
export const probeSchema = z.object({
  ...shared,
  /** Names where it stands; results carry it. */
  place: z.string(),
  /** Whether it may check private networks, which only it can reach. */
  allowPrivate: z.boolean(),
  lastSeenAt: timeSchema.nullable(),
  /** WAITING has never called; AWAY has not called for a minute. */
  state: z.enum(probeStates),
  softwareVersion: z.string().nullable(),
  /** How far its clock was ahead of ours, in milliseconds; checks are dated by ours. */
  clockMs: z.int().nullable(),
  /** Results that waited there at its last call, and those that it had no room for. */
  waitingResults: z.int().nullable(),
  droppedResults: z.int().nullable(),
  /** Whether it had a line to anything but us; without one it says nothing of services. */
  hasLine: z.boolean().nullable(),
})
export type Probe = z.infer<typeof probeSchema>

export const placeSchema = z.object({
  name: z.string(),
  /** Null for a place of the installation. */
  probeId: idSchema.nullable(),
})
export type MonitoringPlace = z.infer<typeof placeSchema>

const keyDto = z.strictObject({
  name,
  scopes: z
    .array(z.enum(monitoringKeyScopes))
    .min(1)
    .max(2)
    .refine((all) => new Set(all).size === all.length, { params: { code: 'duplicate' } }),
  expiresAt: timeSchema.nullable().default(null),
})
export type MonitoringKeyNew = z.infer<typeof keyDto>
const probeDto = z.strictObject({
  name,
  place: z
    .string()
    .trim()
    .min(1)
    .max(60)
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/u),
  allowPrivate: z.boolean().default(false),
})
export type ProbeNew = z.infer<typeof probeDto>

const solutionParams = z.strictObject({ solutionId: idSchema })
const keyParams = solutionParams.extend({ monitoringKeyId: idSchema })
const probeParams = solutionParams.extend({ probeId: idSchema })
const keys = '/monitoring/v1/solutions/{solutionId}/api-keys'
const probes = '/monitoring/v1/solutions/{solutionId}/probes'
/** Shown this once. */
const withSecret = { secretKey: z.string() }

export const monitoringAccessRoutes = {
  listMonitoringKeys: defineRoute({
    id: 'listMonitoringKeys',
    method: 'GET',
    path: keys,
    access: monitoringPolicy['monitoring-key.read'],
    summary: 'API keys of monitoring: those that work, then those that ended last, 100 at most.',
    params: solutionParams,
    response: { status: 200, schema: pageOf(monitoringKeySchema) },
    problems: ['person-required'],
  }),
  createMonitoringKey: defineRoute({
    id: 'createMonitoringKey',
    method: 'POST',
    path: keys,
    access: monitoringPolicy['monitoring-key.change'],
    summary: `Create an API key of monitoring, shown only once; at most ${monitoringKeysMax} work at a time. \`manage\` includes \`statistics\`. They may be reserved for administrators of the installation (\`API_KEYS_FOR\`).`,
    params: solutionParams,
    body: { name: 'monitoringKeyNewDto', schema: keyDto },
    response: { status: 201, schema: monitoringKeySchema.extend(withSecret) },
    problems: ['person-required', 'quota-exceeded', 'forbidden'],
  }),
  revokeMonitoringKey: defineRoute({
    id: 'revokeMonitoringKey',
    method: 'DELETE',
    path: `${keys}/{monitoringKeyId}`,
    access: monitoringPolicy['monitoring-key.close'],
    summary: 'Revoke an API key of monitoring; it works nowhere from then on.',
    params: keyParams,
    response: { status: 204, schema: null },
    problems: ['person-required'],
  }),
  listProbes: defineRoute({
    id: 'listProbes',
    method: 'GET',
    path: probes,
    access: monitoringPolicy['probe.read'],
    summary: 'Own probes: those that work, then those that ended last, 100 at most.',
    params: solutionParams,
    response: { status: 200, schema: pageOf(probeSchema) },
    problems: ['person-required'],
  }),
  listMonitoringPlaces: defineRoute({
    id: 'listMonitoringPlaces',
    method: 'GET',
    path: '/monitoring/v1/solutions/{solutionId}/places',
    access: monitoringPolicy['monitoring.read'],
    summary:
      'From where services can be checked: places of the installation, and those of own probes; and whether a browser can.',
    params: solutionParams,
    /** `hasBrowser`: whether forms can be checked by a browser. */
    response: { status: 200, schema: pageOf(placeSchema).extend({ hasBrowser: z.boolean() }) },
    problems: [],
  }),
  createProbe: defineRoute({
    id: 'createProbe',
    method: 'POST',
    path: probes,
    access: monitoringPolicy['probe.change'],
    summary: `Create the token of a probe of your own, shown only once; at most ${probesMax} work at a time.`,
    params: solutionParams,
    body: { name: 'probeNewDto', schema: probeDto },
    response: { status: 201, schema: probeSchema.extend(withSecret) },
    problems: ['person-required', 'quota-exceeded', 'in-use'],
  }),
  revokeProbe: defineRoute({
    id: 'revokeProbe',
    method: 'DELETE',
    path: `${probes}/{probeId}`,
    access: monitoringPolicy['probe.close'],
    summary: 'Revoke a probe; what it sends from then on counts for nothing.',
    params: probeParams,
    response: { status: 204, schema: null },
    problems: ['person-required'],
  }),
} as const
