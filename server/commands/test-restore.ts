import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { restoreBackup, RestoreError } from '@bollard/backup'
import { compareFacts } from '../backup/compare-facts.ts'
import { readRecords } from '../backup/keep-record.ts'
import { openBackup } from '../backup/open-backup.ts'
import { runAlone, withCommandArgs } from '../backup/run-alone.ts'
import { testRestoreUsage } from '../backup/usages.ts'
import type { Config } from '../config.ts'
import { findKeys } from '../supervise/keep-secrets.ts'

/** Restores the newest backup beside the running database, compares it with what was backed up, and deletes it again. */
export async function testRestore(config: Config, args: readonly string[], say: (line: string) => void): Promise<void> {
  withCommandArgs(testRestoreUsage, args, { scheduled: { type: 'boolean' } })
  const { target, sealing } = await openBackup(config)
  const to = join(config.DATA_DIR, 'restore-test')
  await runAlone(config, 'RESTORE_TEST', async (detail) => {
    const newest = readRecords(config.DATA_DIR).findLast(({ kind, ok }) => kind === 'BACKUP' && ok)?.detail['backup']
    if (typeof newest !== 'string') throw new RestoreError('There is no backup of this installation yet.')
    detail['backup'] = newest
    // Of a test that was killed.
    rmSync(to, { recursive: true, force: true })
    try {
      const { manifest, faults } = await restoreBackup({
        target,
        sealing,
        to,
        say,
        end: { kind: 'point', id: newest },
        compare: (connectionString, found) =>
          compareFacts({
            connectionString,
            manifest: found,
            kind: 'at-point',
            say,
            keys: findKeys(config),
          }),
      })
      if (faults.length > 0) throw new RestoreError(faults.join('\n'))
      detail['rows'] = Object.values(manifest.facts.before.counts).reduce((sum, n) => sum + n, 0)
      detail['auditLogs'] = manifest.facts.before.heads.length
      say(`The backup ${newest} can be restored, and is what was backed up.`)
    } finally {
      rmSync(to, { recursive: true, force: true })
    }
  })
}
