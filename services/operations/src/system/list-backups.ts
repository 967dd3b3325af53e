import type { BackupKind, BackupRun } from '@bollard/contracts'
import type { OperationsContext } from '../operations-context.ts'

const runsMax = 100

/** Backups and restore tests, the latest first. */
export async function listBackups(
  { db }: Pick<OperationsContext, 'db'>,
  kind: BackupKind | null,
  limit = runsMax,
): Promise<{ items: BackupRun[] }> {
  const rows = await db.query('operations-backups', listSql, [kind, limit])
  return {
    items: rows.map(({ startedAt, endedAt, ...row }) => ({
      ...row,
      startedAt: startedAt.toISOString(),
      endedAt: endedAt.toISOString(),
    })),
  }
}

const listSql = `select id, kind, started_at as "startedAt", ended_at as "endedAt", ok, detail from operations.backups
  where $1::text is null or kind = $1 order by ended_at desc, id desc limit $2`
