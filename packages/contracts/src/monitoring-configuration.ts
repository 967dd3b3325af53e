import { languages } from '@bollard/i18n'
import { z } from 'zod'
import { alertRulesMax, onCallSchedulesMax } from './monitoring-alerts.ts'
import { channelsMax } from './monitoring-channels.ts'
import { checkInFileSchema } from './monitoring-checks.ts'
import {
  channelInFileSchema,
  configurationKeySchema,
  pageInFileSchema,
  ruleInFileSchema,
  scheduleInFileSchema,
  serviceKeysSchema,
} from './monitoring-file-parts.ts'
import { maintenanceWindowsMax, windowSettings } from './monitoring-maintenance.ts'
import { statusPagesMax } from './monitoring-pages.ts'
import { monitoringPolicy } from './monitoring-policy.ts'
import { monitoredServicesMax, serviceSettings, timeoutFault, timeoutFits } from './monitoring-services.ts'
import { defineRoute } from './route.ts'
import { idSchema } from './wire.ts'

/** Characters of a configuration or of a text that is imported: 5,000 services fit. */
export const configurationCharactersMax = 8_388_608
/** Bytes of a database that is imported. Its single heartbeats may be deleted before: they are not needed. */
export const importBytesMax = 33_554_432
/** Faults of a file that are told at once. */
export const configurationFaultsMax = 100
/** Logos that come with a database of Uptime Kuma, and the bytes of each file. One that is too large for a page is noted. */
export const importedPicturesMax = 20
export const importedPictureBytesMax = 262_144
/** What could not be mapped is told up to here; the rest is counted. */
export const unmappedMax = 2_000

const keyOf = configurationKeySchema

const { parentId: _parent, check: _check, ...serviceRest } = serviceSettings
const { serviceIds: _services, ...windowRest } = windowSettings

const serviceInFile = z
  .strictObject({
    key: keyOf,
    ...serviceRest,
    check: checkInFileSchema(keyOf),
    /** Key of the service that silences this one while it is down. */
    parent: keyOf.nullable().default(null),
    paused: z.boolean().default(false),
  })
  .refine(timeoutFits, timeoutFault)
const windowInFile = z.strictObject({
  key: keyOf,
  ...windowRest,
  /** Keys of its services; none: all of them. */
  services: serviceKeysSchema,
})

/** Everything that a solution monitors, as one file. A secret that is null keeps the one that there is. */
export const monitoringConfigurationSchema = z.strictObject({
  version: z.literal(1),
  services: z.array(serviceInFile).max(monitoredServicesMax).default([]),
  maintenance: z.array(windowInFile).max(maintenanceWindowsMax).default([]),
  /** A file without one of these lists says nothing of them, so that none is deleted: older files have none. */
  channels: z.array(channelInFileSchema).max(channelsMax).optional(),
  onCallSchedules: z.array(scheduleInFileSchema).max(onCallSchedulesMax).optional(),
  alertRules: z.array(ruleInFileSchema).max(alertRulesMax).optional(),
  statusPages: z.array(pageInFileSchema).max(statusPagesMax).optional(),
  /** Paths of secrets that were left out when the file was written; reading it passes over them. */
  secretsLeftOut: z.array(z.string().max(300)).max(10_000).default([]),
})
export type MonitoringConfiguration = z.infer<typeof monitoringConfigurationSchema>
export type ConfiguredService = MonitoringConfiguration['services'][number]
export type ConfiguredWindow = MonitoringConfiguration['maintenance'][number]
export type ConfiguredCheck = ConfiguredService['check']

const things = ['SERVICE', 'MAINTENANCE', 'CHANNEL', 'ON_CALL_SCHEDULE', 'ALERT_RULE', 'STATUS_PAGE'] as const
export type ConfiguredThing = (typeof things)[number]
const named = { kind: z.enum(things), key: z.string(), name: z.string() }
/** Values as JSON; null where there is none, and where it is a secret, which is never shown. */
const fieldChange = z.object({
  pointer: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  secret: z.boolean(),
})
export const configurationChangesSchema = z.object({
  /** False for a dry run. */
  applied: z.boolean(),
  /** What it was compared with. Send it with the call that applies: it is refused if anything has changed since. */
  revision: z.string(),
  created: z.array(z.object(named)),
  changed: z.array(z.object({ ...named, fields: z.array(fieldChange) })),
  deleted: z.array(z.object(named)),
  /** Not in the file, and kept because nothing was to be deleted. */
  kept: z.int(),
  unchanged: z.int(),
})
export type ConfigurationChanges = z.infer<typeof configurationChangesSchema>

export const importSources = ['UPTIME_KUMA', 'OPENSTATUS', 'GATUS', 'CSV'] as const
export type ImportSource = (typeof importSources)[number]
/** Why something of another product's did not come along, or not as it was. */
export const unmappedReasons = [
  'kind-unsupported',
  'setting-unsupported',
  'condition-unsupported',
  'value-adjusted',
  'value-invalid',
  'set-up-anew',
  'page-set-up-anew',
  'provider-unsupported',
  'switched-off',
  'not-a-member',
  'slug-taken',
  'host-unproven',
  'no-room',
  'address-changes',
  'certificate-not-verified-there',
  'history-approximate',
  'past',
] as const
export type UnmappedReason = (typeof unmappedReasons)[number]
const unmappedSchema = z.object({
  reason: z.enum(unmappedReasons),
  /** What it is of: a service, a page, a channel or a window, by its name there. */
  name: z.string(),
  /** The setting there, or the field here; null for the whole thing. */
  field: z.string().nullable(),
  /** What was there, cut to 200 characters; null for secrets. */
  value: z.string().nullable(),
})
export type Unmapped = z.infer<typeof unmappedSchema>
export const importedSchema = configurationChangesSchema.extend({
  unmapped: z.array(unmappedSchema),
  /** How many more could not be mapped than are listed. */
  unmappedMore: z.int(),
  /** Days of uptime and changes of state that came along for services that were created. */
  history: z.object({ days: z.int(), stateChanges: z.int() }),
})
export type Imported = z.infer<typeof importedSchema>

const revision = z
  .string()
  .regex(/^[\da-f]{64}$/u)
  .nullable()
  .default(null)
const solutionParams = z.strictObject({ solutionId: idSchema })
const configuration = '/monitoring/v1/solutions/{solutionId}/configuration'

export const monitoringConfigurationRoutes = {
  getMonitoringConfiguration: defineRoute({
    id: 'getMonitoringConfiguration',
    method: 'GET',
    path: configuration,
    access: monitoringPolicy['monitoring.read'],
    summary:
      'Everything that a solution monitors, as one file: services, maintenance, channels, on-call schedules, rules of alerts and status pages by their keys. Secrets are left out; `secretsLeftOut` names them. YAML says the same as JSON.',
    params: solutionParams,
    query: z.strictObject({ format: z.enum(['JSON', 'YAML']).default('JSON') }),
    response: {
      status: 200,
      schema: z.string(),
      stream: true,
      mediaTypes: ['application/json', 'application/yaml'],
    },
    problems: [],
  }),
  putMonitoringConfiguration: defineRoute({
    id: 'putMonitoringConfiguration',
    method: 'PUT',
    path: configuration,
    access: monitoringPolicy['service.change'],
    summary:
      'Make services, maintenance, channels, on-call schedules, rules of alerts and status pages what a file says, all or nothing. `dryRun` only tells the differences. What the file lacks stays, unless `deleteMissing` says otherwise; a list that the file does not have stays as a whole. Errors name their place in the file.',
    params: solutionParams,
    body: {
      name: 'monitoringConfigurationDto',
      schema: z.strictObject({
        /** YAML or JSON. */
        configuration: z.string().min(1).max(configurationCharactersMax),
        dryRun: z.boolean().default(false),
        deleteMissing: z.boolean().default(false),
        revision,
      }),
    },
    response: { status: 200, schema: configurationChangesSchema },
    problems: ['quota-exceeded', 'version-conflict', 'in-use'],
  }),
  importMonitoring: defineRoute({
    id: 'importMonitoring',
    method: 'POST',
    path: '/monitoring/v1/solutions/{solutionId}/imports',
    access: monitoringPolicy['service.change'],
    summary: `Take over what another product monitors: the SQLite database of Uptime Kuma as base64 (${importBytesMax / 1_048_576} MiB at most, together with its \`kuma.db-wal\`), YAML of OpenStatus or Gatus, or CSV. \`dryRun\` tells what would come of it, and what cannot be mapped. Importing the same again changes what was imported and deletes nothing.`,
    params: solutionParams,
    body: {
      name: 'monitoringImportDto',
      schema: z.strictObject({
        source: z.enum(importSources),
        content: z
          .string()
          .min(1)
          .max(Math.ceil(importBytesMax / 3) * 4),
        /** `kuma.db-wal` as base64: the last writes of a database that was copied while it ran. */
        writeAheadLog: z
          .string()
          .min(1)
          .max(Math.ceil(importBytesMax / 3) * 4)
          .nullable()
          .default(null),
        /** Logos of status pages: files of the folder `upload` beside the database of Uptime Kuma, as base64. */
        pictures: z
          .array(
            z.strictObject({
              /** Such as `logo1.png`. */
              name: z.string().min(1).max(255),
              content: z
                .string()
                .min(1)
                .max(Math.ceil(importedPictureBytesMax / 3) * 4),
            }),
          )
          .max(importedPicturesMax)
          .default([]),
        /** Channels arrive switched off: both products would tell of the same. True switches them on at once. */
        activateChannels: z.boolean().default(false),
        /** Of messages and status pages, which have none there. */
        language: z.enum(languages).default('en'),
        dryRun: z.boolean().default(false),
        revision,
      }),
    },
    response: { status: 200, schema: importedSchema },
    problems: ['quota-exceeded', 'version-conflict', 'in-use', 'rate-limited'],
  }),
} as const
