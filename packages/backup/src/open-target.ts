import { openTarget as open, type Target } from '@bollard/object-storage'

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
  return open({
    setting: 'BACKUP_TARGET',
    storage: 'BACKUP_S3',
    address: settings.BACKUP_TARGET,
    endpoint: settings.BACKUP_S3_ENDPOINT,
    region: settings.BACKUP_S3_REGION,
    accessKeyId: settings.BACKUP_S3_ACCESS_KEY_ID,
    secretAccessKey: settings.BACKUP_S3_SECRET_ACCESS_KEY,
  })
}
