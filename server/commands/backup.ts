import { applyRetention, createBackupKey, readKeep, takeBackup } from '@bollard/backup'
import { openBackup, releaseOf } from '../backup/open-backup.ts'
import { provenBackup, readRecords } from '../backup/keep-record.ts'
import { measureFacts } from '../backup/measure-facts.ts'
import { runAlone, usageFault, withCommandArgs } from '../backup/run-alone.ts'
import { backupUsage } from '../backup/usages.ts'
import type { Config } from '../config.ts'
import { saveSecrets } from '../backup/secrets-file.ts'
import { withRunningDatabase } from './with-database.ts'

/** Takes a backup of the built-in database and deletes those that are no longer to be kept; or saves the secrets, or makes a key. */
export async function backup(config: Config, args: readonly string[], say: (line: string) => void): Promise<void> {
  const options = withCommandArgs(backupUsage, args, {
    secrets: { type: 'string' },
    'new-key': { type: 'boolean' },
    scheduled: { type: 'boolean' },
  })
  if (options['new-key'] === true) {
    say(await createBackupKey())
    return
  }
  if (options.secrets !== undefined) return saveSecrets(config, String(options.secrets), say)
  const { target, sealing } = await openBackup(config)
  const keep = readKeep(config.BACKUP_KEEP)
  if (keep === null) throw usageFault(backupUsage)
  await runAlone(config, 'BACKUP', async (detail) => {
    const manifest = await withRunningDatabase(config, (connectionString) =>
      takeBackup({
        connectionString,
        target,
        sealing,
        release: releaseOf(),
        fast: options.scheduled !== true,
        measure: measureFacts,
      }),
    )
    detail['backup'] = manifest.id
    detail['bytes'] = manifest.parts.reduce((sum, { bytes }) => sum + bytes, 0)
    detail['rows'] = Object.values(manifest.facts.before.counts).reduce((sum, n) => sum + n, 0)
    say(`The backup ${manifest.id} lies in ${target.name}: ${detail['bytes']} bytes.`)
    const proven = provenBackup(readRecords(config.DATA_DIR))
    const gone = await applyRetention(target, sealing, { keep, proven, now: new Date() })
    for (const id of gone.backups) say(`Deleted the backup ${id}.`)
    if (gone.logFiles > 0) say(`Deleted ${gone.logFiles} files of the log that no backup needs.`)
  })
}
