import { z } from 'zod'
import { monitoringPolicy } from './monitoring-policy.ts'
import { defineRoute } from './route.ts'
import { timezoneSchema } from './solution.ts'
import { idSchema, lineOfText, pageOf, timeSchema, versionSchema } from './wire.ts'

/** Of one solution. */
export const maintenanceWindowsMax = 200

const every = z.int().min(1).max(366).default(1)
const weekday = z.int().min(1).max(7)
const ends = {
  /** The last day on which it may begin; null without an end. */
  until: z.iso.date().nullable().default(null),
  count: z.int().min(1).max(1_000).nullable().default(null),
}

/** How a window comes again; weekdays are 1 for Monday to 7 for Sunday. */
export const recurrenceSchema = z.discriminatedUnion('frequency', [
  z.strictObject({ frequency: z.literal('DAILY'), interval: every, ...ends }),
  z.strictObject({
    frequency: z.literal('WEEKLY'),
    interval: every,
    weekdays: z
      .array(weekday)
      .min(1)
      .max(7)
      .refine((all) => new Set(all).size === all.length, { params: { code: 'duplicate' } }),
    ...ends,
  }),
  z.strictObject({
    frequency: z.literal('MONTHLY_BY_DAY'),
    interval: every,
    /** Months without that day are passed over; -1 is the last day. */
    day: z.union([z.int().min(1).max(31), z.literal(-1)]),
    ...ends,
  }),
  z.strictObject({
    frequency: z.literal('MONTHLY_BY_WEEKDAY'),
    interval: every,
    weekday,
    /** 1 is the first one of the month, -1 the last. */
    nth: z.union([z.int().min(1).max(5), z.literal(-1)]),
    ...ends,
  }),
])
export type Recurrence = z.infer<typeof recurrenceSchema>

/** What is said of a window, apart from where it is kept. */
export const windowSettings = {
  title: z.string().trim().min(1).max(120).regex(lineOfText),
  /** Services that it silences; none named: all of the solution. */
  serviceIds: z
    .array(idSchema)
    .max(1_000)
    .default([])
    .refine((all) => new Set(all).size === all.length, { params: { code: 'duplicate' } }),
  /** Wall-clock time in `timeZone`, such as `2026-11-27T22:00`. */
  startsAt: z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d$/u),
  durationMinutes: z.int().min(1).max(20_160),
  timeZone: timezoneSchema,
  recurrence: recurrenceSchema.nullable().default(null),
}

export const maintenanceWindowSchema = z.object({
  id: idSchema,
  ...windowSettings,
  /** The running time of it, or the next one; null when none follows. */
  next: z.object({ from: timeSchema, to: timeSchema }).nullable(),
  createdAt: timeSchema,
  version: versionSchema,
})
export type MaintenanceWindow = z.infer<typeof maintenanceWindowSchema>

const newDto = z.strictObject(windowSettings)
const changeDto = z.strictObject({ ...windowSettings, version: versionSchema })
export type MaintenanceWindowNew = z.infer<typeof newDto>
export type MaintenanceWindowChange = z.infer<typeof changeDto>

const solutionParams = z.strictObject({ solutionId: idSchema })
const windowParams = solutionParams.extend({ maintenanceId: idSchema })
const windows = '/monitoring/v1/solutions/{solutionId}/maintenance'

export const monitoringMaintenanceRoutes = {
  listMaintenance: defineRoute({
    id: 'listMaintenance',
    method: 'GET',
    path: windows,
    access: monitoringPolicy['monitoring.read'],
    summary: `All maintenance windows, newest first; at most ${maintenanceWindowsMax}, so there is one page.`,
    params: solutionParams,
    response: { status: 200, schema: pageOf(maintenanceWindowSchema) },
    problems: [],
  }),
  createMaintenance: defineRoute({
    id: 'createMaintenance',
    method: 'POST',
    path: windows,
    access: monitoringPolicy['maintenance.change'],
    summary:
      'Plan maintenance, once or again and again. Meanwhile its services are in MAINTENANCE and open no incident.',
    params: solutionParams,
    body: { name: 'maintenanceNewDto', schema: newDto },
    response: { status: 201, schema: maintenanceWindowSchema },
    problems: ['quota-exceeded'],
  }),
  updateMaintenance: defineRoute({
    id: 'updateMaintenance',
    method: 'PUT',
    path: `${windows}/{maintenanceId}`,
    access: monitoringPolicy['maintenance.change'],
    summary: 'Change a maintenance window; `version` is the version you read.',
    params: windowParams,
    body: { name: 'maintenanceDto', schema: changeDto },
    response: { status: 200, schema: maintenanceWindowSchema },
    problems: ['version-conflict'],
  }),
  deleteMaintenance: defineRoute({
    id: 'deleteMaintenance',
    method: 'DELETE',
    path: `${windows}/{maintenanceId}`,
    access: monitoringPolicy['maintenance.change'],
    summary: 'Delete a maintenance window. What was in maintenance until now stays so in the history.',
    params: windowParams,
    response: { status: 204, schema: null },
    problems: [],
  }),
} as const
