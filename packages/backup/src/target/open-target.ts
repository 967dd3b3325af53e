import { fileURLToPath } from 'node:url'
import { openFolder } from './folder-target.ts'
import { openBucket } from './s3-target.ts'
import { type Target, TargetError } from './target.ts'

/** The settings that say where backups lie, as they are in the environment. */
export interface TargetSettings {
  readonly BACKUP_TARGET?: string | undefined
  readonly BACKUP_S3_ENDPOINT?: string | undefined
  readonly BACKUP_S3_REGION?: string | undefined
  readonly BACKUP_S3_ACCESS_KEY_ID?: string | undefined
  readonly BACKUP_S3_SECRET_ACCESS_KEY?: string | undefined
}

/** Throws a `TargetError` that names the setting at fault. */
export function openTarget(settings: TargetSettings): Target {
  const text = settings.BACKUP_TARGET ?? ''
  if (/^file:\/\/\/./u.test(text)) return openFolder(fileURLToPath(text))
  const [, bucket = '', prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*?))?\/?$/u.exec(text) ?? []
  if (bucket === '')
    throw new TargetError('BACKUP_TARGET: needs file:///folder or s3://bucket/prefix, such as file:///mnt/backup')
  if (!/^[\w.!'()/-]*$/u.test(prefix))
    throw new TargetError('BACKUP_TARGET: the prefix may have letters, digits and - _ . / only')
  const region = settings.BACKUP_S3_REGION ?? 'us-east-1'
  const endpoint = settings.BACKUP_S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`
  if (!URL.canParse(endpoint) || !/^https?:\/\//u.test(endpoint))
    throw new TargetError('BACKUP_S3_ENDPOINT: needs an address such as https://s3.example.org')
  const needed = (name: 'BACKUP_S3_ACCESS_KEY_ID' | 'BACKUP_S3_SECRET_ACCESS_KEY') => {
    const value = settings[name]
    if (value === undefined || value === '')
      throw new TargetError(`${name}: required, because BACKUP_TARGET is a bucket`)
    return value
  }
  return openBucket({
    endpoint: endpoint.replace(/\/+$/u, ''),
    region,
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    accessKeyId: needed('BACKUP_S3_ACCESS_KEY_ID'),
    secretAccessKey: needed('BACKUP_S3_SECRET_ACCESS_KEY'),
  })
}
