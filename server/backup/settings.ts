import { readKeep } from '@bollard/backup/for-start'
import { z } from 'zod'

/** The settings of backups, a part of those in `config.ts`. */
export const backupSettings = {
  BACKUP_TARGET: z
    .string()
    .regex(/^(?:file:\/\/\/.|s3:\/\/[a-z0-9])/u, 'needs file:///folder or s3://bucket/prefix')
    .optional()
    .describe(
      'Where backups of the built-in database go, once a day, with its log every minute: file:///folder or s3://bucket/prefix',
    ),
  BACKUP_KEY: z
    .string()
    .regex(/^AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}$/u, 'needs a key from "npm start -- backup --new-key"')
    .optional()
    .describe('Encrypts backups; make one with "npm start -- backup --new-key" and keep a copy elsewhere'),
  BACKUP_KEEP: z
    .string()
    .refine((text) => readKeep(text) !== null, 'needs numbers such as "7 daily, 4 weekly, 12 monthly"')
    .default('7 daily, 4 weekly')
    .describe('How many backups to keep: the newest of so many days, weeks and months'),
  BACKUP_AT: z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/u, 'needs a time of day such as 03:00')
    .default('03:00')
    .describe('When the daily backup begins, in UTC'),
  BACKUP_S3_ENDPOINT: z
    .url({ protocol: /^https?$/u })
    .optional()
    .describe('Address of an S3-compatible storage (default: AWS)'),
  BACKUP_S3_REGION: z.string().min(1).default('us-east-1').describe('Region of the bucket'),
  BACKUP_S3_ACCESS_KEY_ID: z.string().min(1).optional().describe('Access key of the bucket; required with s3:'),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().min(1).optional().describe('Its secret; required with s3:'),
}

type Given = Readonly<z.infer<z.ZodObject<typeof backupSettings>>>

/** Faults between settings, each beginning with the name of one. */
export function backupFaults(settings: Given & { readonly DATABASE_URL?: string | undefined }): string[] {
  const faults: string[] = []
  if (settings.BACKUP_TARGET !== undefined && settings.DATABASE_URL !== undefined)
    faults.push(
      'BACKUP_TARGET: works with the built-in database only. Back up the server of DATABASE_URL with pg_dump or pgBackRest',
    )
  if (settings.BACKUP_TARGET !== undefined && settings.BACKUP_KEY === undefined)
    faults.push('BACKUP_KEY: required with BACKUP_TARGET; make one with "npm start -- backup --new-key"')
  if (settings.BACKUP_TARGET?.startsWith('s3:') === true)
    for (const name of ['BACKUP_S3_ACCESS_KEY_ID', 'BACKUP_S3_SECRET_ACCESS_KEY'] as const)
      if (settings[name] === undefined) faults.push(`${name}: required with a bucket in BACKUP_TARGET`)
  return faults
}
