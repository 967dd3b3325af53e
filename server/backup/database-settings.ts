import { archiveSettings } from '@bollard/backup/for-start'
import type { Config } from '../config.ts'

/** What the built-in database is started with: with a target, it archives its log there. */
export function databaseSettings({ BACKUP_TARGET }: Pick<Config, 'BACKUP_TARGET'>): Record<string, string> {
  return BACKUP_TARGET === undefined ? {} : archiveSettings()
}
