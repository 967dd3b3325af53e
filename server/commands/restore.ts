import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { restoreBackup } from '@bollard/backup'
import { compareFacts } from '../backup/compare-facts.ts'
import { openBackup } from '../backup/open-backup.ts'
import { forPeople, usageFault, withCommandArgs } from '../backup/run-alone.ts'
import { restoreSecrets } from '../backup/secrets-file.ts'
import { restoreUsage } from '../backup/usages.ts'
import type { Config } from '../config.ts'
import { StartupFault } from '../startup-fault.ts'
import { type EncryptionKeys, findKeys } from '../supervise/keep-secrets.ts'

/** Restores the database, the secrets, or both into a folder that `DATA_DIR` can then name. */
export async function restore(config: Config, args: readonly string[], say: (line: string) => void): Promise<void> {
  const options = withCommandArgs(restoreUsage, args, {
    to: { type: 'string' },
    at: { type: 'string' },
    from: { type: 'string' },
    secrets: { type: 'string' },
  })
  if (options.to === undefined) throw usageFault(restoreUsage)
  const to = resolve(options.to)
  const at = options.at === undefined ? null : readMoment(options.at)
  if (options.secrets !== undefined) await restoreSecrets(options.secrets, to, say)
  const from = options.from ?? config.BACKUP_TARGET
  if (from === undefined && options.secrets !== undefined) return
  // PostgreSQL starts our program with this environment.
  if (from !== undefined) process.env['BACKUP_TARGET'] = from
  const { target, sealing } = await openBackup({ ...config, BACKUP_TARGET: from })
  const keys = keysFor(config, to)
  try {
    const { manifest, faults } = await restoreBackup({
      target,
      sealing,
      to,
      end: at === null ? { kind: 'newest' } : { kind: 'moment', at },
      say,
      compare: (connectionString, found) =>
        compareFacts({ connectionString, manifest: found, kind: 'later', keys, say }),
    })
    if (keys === null)
      say(
        `The secrets are missing. Restore them with --secrets, or copy secrets.json into ${to}, before you start: otherwise everybody is signed out, bank accounts of partners can't be read, and the audit log can't be verified.`,
      )
    if (faults.length > 0) throw new StartupFault(`The database is restored, and differs:\n${faults.join('\n')}`)
    say(
      `Restored from the backup ${manifest.id}${at === null ? '' : `, as of ${at.toISOString()}`}. Start it with DATA_DIR=${to}.`,
    )
  } catch (error) {
    throw forPeople(error)
  }
}

/** A moment without a time zone would be another one on another machine. */
function readMoment(text: string): Date {
  const isWhole = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:\d\d)$/u.test(text)
  const at = new Date(text)
  if (!isWhole || Number.isNaN(at.getTime()))
    throw new StartupFault(`--at: needs a time with its zone, such as 2026-03-14T02:00:00Z, not ${text}`)
  return at
}

function keysFor(config: Config, to: string): EncryptionKeys | null {
  if (config.ENCRYPTION_KEY === undefined && !existsSync(join(to, 'secrets.json'))) return null
  return findKeys({ ...config, DATA_DIR: to })
}
