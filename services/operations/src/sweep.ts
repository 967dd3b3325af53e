import type { Database } from '@bollard/database'

/** Flags and notes stay as a record of what was changed; backups as long as anybody compares them; processes until they are long gone. */
const keptDays = { flags: 400, clusterNotes: 400, backups: 400, processes: 1 }

/** Deletes what is too old. The latest backup and restore test stay, however old. Safe in several processes at once. */
export async function sweepOperations(db: Database, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000)
  await db.query('operations-flags-sweep', 'delete from operations.flags where ends_at < $1', [before(keptDays.flags)])
  await db.query('operations-cluster-notes-sweep', 'delete from operations.cluster_notes where until < $1', [
    before(keptDays.clusterNotes),
  ])
  await db.query('operations-backups-sweep', backupsSql, [before(keptDays.backups)])
  await db.query('operations-processes-sweep', 'delete from operations.processes where seen_at < $1', [
    before(keptDays.processes),
  ])
}

const backupsSql = `delete from operations.backups b where ended_at < $1
  and exists (select from operations.backups later where later.kind = b.kind and later.ended_at > b.ended_at)`
