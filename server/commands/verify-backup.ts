import { verifyBackups } from '@bollard/backup'
import { openBackup } from '../backup/open-backup.ts'
import { forPeople, withCommandArgs } from '../backup/run-alone.ts'
import { verifyBackupUsage } from '../backup/usages.ts'
import type { Config } from '../config.ts'
import { StartupFault } from '../startup-fault.ts'

/** Reads everything that lies in the target and names what is damaged, cut, swapped or missing. */
export async function verifyBackup(
  config: Config,
  args: readonly string[],
  say: (line: string) => void,
): Promise<void> {
  const options = withCommandArgs(verifyBackupUsage, args, { from: { type: 'string' } })
  const { target, sealing } = await openBackup({ ...config, BACKUP_TARGET: options.from ?? config.BACKUP_TARGET })
  try {
    const { backups, logFaults, logFiles } = await verifyBackups(target, sealing, say)
    if (backups.length === 0) throw new StartupFault(`${target.name} holds no backup.`)
    for (const { id, manifest, faults, until } of backups) {
      const reach =
        manifest === null || until === null ? '' : `, ${manifest.point.at.toISOString()} to ${until.toISOString()}`
      say(`${faults.length === 0 ? 'whole  ' : 'FAULTY '} ${id}${reach}`)
    }
    say(`${logFiles} segments of the log were read.`)
    const faults = [...backups.flatMap((one) => one.faults), ...logFaults]
    if (faults.length > 0) throw new StartupFault(`${target.name} is not whole:\n${[...new Set(faults)].join('\n')}`)
  } catch (error) {
    throw forPeople(error)
  }
}
