import { randomUUIDv7 } from 'node:crypto'
import type { BackupKind } from '@bollard/contracts'
import type { Queries } from '@bollard/database'

/** A backup or a restore test that has ended. */
export interface BackupRecord {
  readonly kind: BackupKind
  readonly startedAt: Date
  readonly endedAt: Date
  readonly ok: boolean
  /** What the run says of itself, such as bytes, rows compared, or why it failed. Never a secret. */
  readonly detail: Readonly<Record<string, string | number | boolean | null>>
}

/** Notes a run for operators. Takes the database as its owner or as `bollard_worker`. */
export async function recordBackup(db: Queries, { kind, startedAt, endedAt, ok, detail }: BackupRecord): Promise<void> {
  await db.query('operations-backup-insert', insertSql, [
    randomUUIDv7(),
    kind,
    startedAt,
    endedAt,
    ok,
    JSON.stringify(detail),
  ])
}

const insertSql = `insert into operations.backups (id, kind, started_at, ended_at, ok, detail) values ($1, $2, $3, $4, $5, $6::jsonb)`
