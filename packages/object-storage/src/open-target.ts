import { fileURLToPath } from 'node:url'
import { openFolder } from './folder-target.ts'
import { openBucket } from './s3-target.ts'
import { type Target, TargetError } from './target.ts'

/** Where objects lie, and the names of the settings that say so, for people who read what is wrong with one. */
export interface TargetSettings {
  /** Name of the setting with the address, such as `BACKUP_TARGET`. */
  readonly setting: string
  /** What the names of the bucket's settings begin with, such as `BACKUP_S3`. */
  readonly storage: string
  /** `file:///folder` or `s3://bucket/prefix`. */
  readonly address: string | undefined
  /** Address of the storage; AWS by default. */
  readonly endpoint: string | undefined
  readonly region: string | undefined
  readonly accessKeyId: string | undefined
  readonly secretAccessKey: string | undefined
}

/** Throws a `TargetError` that names the setting at fault. */
export function openTarget(settings: TargetSettings): Target {
  const { setting, storage } = settings
  const text = settings.address ?? ''
  if (/^file:\/\/\/./u.test(text)) return openFolder(fileURLToPath(text), setting)
  const [, bucket = '', prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*?))?\/?$/u.exec(text) ?? []
  if (bucket === '')
    throw new TargetError(`${setting}: needs file:///folder or s3://bucket/prefix, such as file:///mnt/storage`)
  if (!/^[\w.!'()/-]*$/u.test(prefix))
    throw new TargetError(`${setting}: the prefix may have letters, digits and - _ . / only`)
  const region = settings.region ?? 'us-east-1'
  const endpoint = settings.endpoint ?? `https://s3.${region}.amazonaws.com`
  if (!URL.canParse(endpoint) || !/^https?:\/\//u.test(endpoint))
    throw new TargetError(`${storage}_ENDPOINT: needs an address such as https://s3.example.org`)
  const needed = (name: string, value: string | undefined) => {
    if (value === undefined || value === '')
      throw new TargetError(`${storage}_${name}: required, because ${setting} is a bucket`)
    return value
  }
  return openBucket({
    endpoint: endpoint.replace(/\/+$/u, ''),
    region,
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    accessKeyId: needed('ACCESS_KEY_ID', settings.accessKeyId),
    secretAccessKey: needed('SECRET_ACCESS_KEY', settings.secretAccessKey),
  })
}
