import type { System } from '@bollard/contracts'
import type { OperationsContext } from '../operations-context.ts'
import { listBackups } from './list-backups.ts'

/** A process that has said nothing for longer is gone. */
const aliveMs = 120_000

/** What runs here and how it is set up, without a secret. */
export async function readSystem({
  db,
  now,
  system,
}: Pick<OperationsContext, 'db' | 'now' | 'system'>): Promise<System> {
  const since = new Date(now().getTime() - aliveMs)
  const [version] = await db.query('operations-postgres', `select current_setting('server_version') as version`, [])
  const migrations = await db.query('operations-migrations', migrationsSql, [])
  const processes = await db.query('operations-processes', processesSql, [since])
  const { items: backups } = await listBackups({ db }, 'BACKUP', 1)
  const { items: tests } = await listBackups({ db }, 'RESTORE_TEST', 1)
  return {
    release: system.release,
    node: process.versions.node,
    postgres: version?.version ?? '',
    migrations: migrations.map(({ appliedAt, ...one }) => ({ ...one, appliedAt: appliedAt.toISOString() })),
    settings: [...system.settings()],
    certificates: await system.certificates(),
    processes: processes.map(({ startedAt, seenAt, ...one }) => ({
      ...one,
      startedAt: startedAt.toISOString(),
      seenAt: seenAt.toISOString(),
    })),
    lastBackup: backups[0] ?? null,
    lastRestoreTest: tests[0] ?? null,
  }
}

const migrationsSql = `select schema, name, applied_at as "appliedAt" from operations.list_migrations()`
const processesSql = `select id, role, release, node, started_at as "startedAt", seen_at as "seenAt" from operations.processes
  where seen_at > $1 order by role, started_at, id`
