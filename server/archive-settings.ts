import { openTarget, TargetError } from '@bollard/object-storage'
import { z } from 'zod'
import { StartupFault } from './startup-fault.ts'

/** The settings of the log's archive, a part of those in `config.ts`. */
export const archiveSettings = {
  ARCHIVE_URL: z
    .string()
    .regex(/^(?:file:\/\/\/.|s3:\/\/[a-z0-9])/u, 'needs file:///folder or s3://bucket/prefix')
    .optional()
    .describe(
      'Where days go that leave the log, as Parquet files: file:///folder or s3://bucket/prefix; without it they are dropped',
    ),
  ARCHIVE_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(3_650)
    .default(730)
    .describe('How old a day gets in the archive, in days; 0 empties it'),
  ARCHIVE_S3_ENDPOINT: z
    .url({ protocol: /^https?$/u })
    .optional()
    .describe('Address of an S3-compatible storage (default: AWS)'),
  ARCHIVE_S3_REGION: z.string().min(1).default('us-east-1').describe('Region of the bucket'),
  ARCHIVE_S3_ACCESS_KEY_ID: z.string().min(1).optional().describe('Access key of the bucket; required with s3:'),
  ARCHIVE_S3_SECRET_ACCESS_KEY: z.string().min(1).optional().describe('Its secret; required with s3:'),
}

type Given = Readonly<z.infer<z.ZodObject<typeof archiveSettings>>>

/** Faults between settings, each beginning with the name of one. */
export function archiveFaults(settings: Given): string[] {
  if (settings.ARCHIVE_URL?.startsWith('s3:') !== true) return []
  return (['ARCHIVE_S3_ACCESS_KEY_ID', 'ARCHIVE_S3_SECRET_ACCESS_KEY'] as const).flatMap((name) =>
    settings[name] === undefined ? [`${name}: required with a bucket in ARCHIVE_URL`] : [],
  )
}

/** The archive as the captcha takes it; undefined without one. Throws a `StartupFault` that names the setting at fault. */
export function archiveOf(config: Given) {
  if (config.ARCHIVE_URL === undefined) return undefined
  try {
    const target = openTarget({
      setting: 'ARCHIVE_URL',
      storage: 'ARCHIVE_S3',
      address: config.ARCHIVE_URL,
      endpoint: config.ARCHIVE_S3_ENDPOINT,
      region: config.ARCHIVE_S3_REGION,
      accessKeyId: config.ARCHIVE_S3_ACCESS_KEY_ID,
      secretAccessKey: config.ARCHIVE_S3_SECRET_ACCESS_KEY,
    })
    return { target, days: config.ARCHIVE_DAYS }
  } catch (error) {
    if (error instanceof TargetError) throw new StartupFault(error.message, { cause: error })
    throw error
  }
}
