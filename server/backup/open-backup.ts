import { readFileSync } from 'node:fs'
import { createSealing, openTarget, type Sealing, type Target, TargetError } from '@bollard/backup'
import type { Config } from '../config.ts'
import { StartupFault } from '../startup-fault.ts'

export interface OpenBackup {
  readonly target: Target
  readonly sealing: Sealing
}

/** Where the settings say that backups lie, and what opens them. Throws a `StartupFault` that names the setting at fault. */
export async function openBackup(config: Config): Promise<OpenBackup> {
  if (config.DATABASE_URL !== undefined)
    throw new StartupFault(
      'DATABASE_URL is set, and these commands are for the built-in database. Back your server up with pg_dump, or with pgBackRest if you want to restore any moment. "npm start -- backup --secrets <file>" works here too.',
    )
  if (config.BACKUP_TARGET === undefined)
    throw new StartupFault(
      'BACKUP_TARGET is not set. Name a folder (file:///mnt/backup) or a bucket (s3://bucket/prefix).',
    )
  if (config.BACKUP_KEY === undefined)
    throw new StartupFault('BACKUP_KEY is not set. Make one with: npm start -- backup --new-key')
  try {
    return { target: openTarget(config), sealing: await createSealing(config.BACKUP_KEY) }
  } catch (error) {
    if (error instanceof TargetError) throw new StartupFault(error.message, { cause: error })
    throw new StartupFault('BACKUP_KEY: has a typing error. It begins with AGE-SECRET-KEY-1.', { cause: error })
  }
}

/** Of Bollard. */
export function releaseOf(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return String(Object(manifest).version)
}
