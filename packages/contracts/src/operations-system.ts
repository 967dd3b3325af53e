import { z } from 'zod'
import { operationsPolicy } from './operations-policy.ts'
import { operations, operationsReading } from './operations-wire.ts'
import { defineRoute } from './route.ts'
import { idSchema, timeSchema } from './wire.ts'

export const backupKinds = ['BACKUP', 'RESTORE_TEST'] as const
export type BackupKind = (typeof backupKinds)[number]

export const backupRunSchema = z.object({
  id: idSchema,
  kind: z.enum(backupKinds),
  startedAt: timeSchema,
  endedAt: timeSchema,
  ok: z.boolean(),
  /** What the run says of itself, such as bytes, rows compared, or why it failed. Never a secret. */
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})
export type BackupRun = z.infer<typeof backupRunSchema>

export const shownSettingSchema = z.object({
  name: z.string(),
  /** Null for a secret, and for what is not set. */
  value: z.string().nullable(),
  secret: z.boolean(),
  /** Whether it differs from its default. */
  changed: z.boolean(),
})
export type ShownSetting = z.infer<typeof shownSettingSchema>

export const systemSchema = z.object({
  release: z.string(),
  node: z.string(),
  postgres: z.string(),
  migrations: z.array(z.object({ schema: z.string(), name: z.string(), appliedAt: timeSchema })),
  settings: z.array(shownSettingSchema),
  certificates: z.array(
    z.object({ file: z.string(), subject: z.string().nullable(), expiresAt: timeSchema.nullable() }),
  ),
  /** Those that were alive in the last two minutes. */
  processes: z.array(
    z.object({
      id: idSchema,
      role: z.string(),
      release: z.string(),
      node: z.string(),
      startedAt: timeSchema,
      seenAt: timeSchema,
    }),
  ),
  lastBackup: backupRunSchema.nullable(),
  lastRestoreTest: backupRunSchema.nullable(),
})
export type System = z.infer<typeof systemSchema>

export const operationsSystemRoutes = {
  getSystem: defineRoute({
    id: 'getSystem',
    method: 'GET',
    path: `${operations}/system`,
    access: operationsPolicy['operations.read'],
    summary:
      'Versions, migrations, settings without secrets, certificates, processes, and the last backup and restore test. For operators.',
    response: { status: 200, schema: systemSchema },
    problems: [...operationsReading],
  }),
  listBackups: defineRoute({
    id: 'listBackups',
    method: 'GET',
    path: `${operations}/backups`,
    access: operationsPolicy['operations.read'],
    summary: 'Backups and restore tests, the latest first, 100 at most. For operators.',
    query: z.strictObject({ kind: z.enum(backupKinds).optional() }),
    response: { status: 200, schema: z.object({ items: z.array(backupRunSchema) }) },
    problems: [...operationsReading],
  }),
}
