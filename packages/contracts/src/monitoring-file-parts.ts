import { z } from 'zod'
import { alertRuleNewSchema, onCallLayerSchema, onCallScheduleSettings } from './monitoring-alerts.ts'
import { channelNewSchema } from './monitoring-channels.ts'
import { statusPageNewSchema } from './monitoring-pages.ts'
import { timeSchema } from './wire.ts'

/** Names a thing in a file for as long as it lives, whatever it is called. */
export const configurationKeySchema = z
  .string()
  .max(100)
  .regex(/^[a-z\d]+(?:[._-][a-z\d]+)*$/u)
const key = configurationKeySchema
const code = (name: string) => ({ params: { code: name } })

/** Keys of services. */
export const serviceKeysSchema = z
  .array(key)
  .max(1_000)
  .default([])
  .refine((all) => new Set(all).size === all.length, code('duplicate'))

/** A channel; a secret that is null keeps the one that there is. */
export const channelInFileSchema = z.strictObject({ key, ...channelNewSchema.shape })
export type ConfiguredChannel = z.infer<typeof channelInFileSchema>

const { channelIds: _channels, ...layerRest } = onCallLayerSchema.shape
/** An on-call schedule. Who is on call goes by the key of their channel. */
export const scheduleInFileSchema = z.strictObject({
  key,
  ...onCallScheduleSettings,
  layers: z
    .array(z.strictObject({ channels: z.array(key).min(1).max(100), ...layerRest }))
    .min(1)
    .max(10),
  overrides: z
    .array(
      z
        .strictObject({ from: timeSchema, until: timeSchema, channel: key.nullable() })
        .refine(({ from, until }) => from < until, { path: ['until'], ...code('before-from') }),
    )
    .max(100)
    .default([]),
})
export type ConfiguredSchedule = z.infer<typeof scheduleInFileSchema>

const { serviceIds: _services, steps: _steps, ...ruleRest } = alertRuleNewSchema.shape
/** A rule of alerts. Its targets go by keys of channels and of on-call schedules. */
export const ruleInFileSchema = z.strictObject({
  key,
  ...ruleRest,
  /** None: all services. */
  services: serviceKeysSchema,
  steps: z
    .array(
      z.strictObject({
        afterMinutes: z.int().min(0).max(10_080),
        targets: z
          .array(z.strictObject({ kind: z.enum(['CHANNEL', 'SCHEDULE']), key }))
          .min(1)
          .max(20)
          .refine((all) => new Set(all.map((one) => `${one.kind} ${one.key}`)).size === all.length, code('duplicate')),
      }),
    )
    .min(1)
    .max(20),
})
export type ConfiguredRule = z.infer<typeof ruleInFileSchema>

const { groups: _groups, password: _password, ...pageRest } = statusPageNewSchema.shape
const componentsMax = 200
/** A status page. Its components go by the keys of their services. */
export const pageInFileSchema = z.strictObject({
  key,
  ...pageRest,
  /** Null keeps the password that there is; to remove one, change the page itself. */
  password: statusPageNewSchema.shape.password,
  groups: z
    .array(
      z.strictObject({
        /** Null: without a heading. */
        name: z.string().trim().min(1).max(100).nullable().default(null),
        components: z
          .array(
            z.strictObject({
              service: key,
              name: z.string().trim().min(1).max(100),
              description: z.string().trim().min(1).max(300).nullable().default(null),
            }),
          )
          .min(1)
          .max(componentsMax),
      }),
    )
    .max(50)
    .default([])
    .refine(
      (all) => all.reduce((sum, { components }) => sum + components.length, 0) <= componentsMax,
      code('too-many'),
    ),
})
export type ConfiguredPage = z.infer<typeof pageInFileSchema>
