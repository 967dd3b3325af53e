import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Gauge, Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { readRecords } from './keep-record.ts'

/** Figures of backups, of the supervisor. There are none without a target. */
export function measureBackups(config: Pick<Config, 'BACKUP_TARGET' | 'DATABASE_URL' | 'DATA_DIR'>): Registry {
  const registry = new Registry()
  registry.setDefaultLabels({ process: 'supervisor' })
  if (config.BACKUP_TARGET === undefined || config.DATABASE_URL !== undefined) return registry
  const records = () => readRecords(config.DATA_DIR)
  const figure = (name: string, help: string, read: () => number | null) => {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        const value = read()
        if (value === null) gauge.remove()
        else gauge.set(value)
      },
    })
  }
  figure(
    'bollard_backup_last_success_timestamp_seconds',
    'When the last backup that succeeded ended; 0 without one',
    () => {
      const last = records().findLast(({ kind, ok }) => kind === 'BACKUP' && ok)
      return last === undefined ? 0 : last.endedAt.getTime() / 1_000
    },
  )
  figure('bollard_backup_restore_test_ok', 'Whether the last restore test passed (1) or failed (0)', () => {
    const last = records().findLast(({ kind }) => kind === 'RESTORE_TEST')
    return last === undefined ? null : Number(last.ok)
  })
  figure('bollard_wal_archive_lag_seconds', 'For how long the oldest file of the log waits to be archived', () =>
    archiveLag(join(config.DATA_DIR, 'postgres/cluster/pg_wal/archive_status'), Date.now()),
  )
  return registry
}

/** Seconds; 0 when nothing waits. PostgreSQL marks each file that is ready to be archived. */
export function archiveLag(folder: string, now: number): number {
  let oldest = now
  try {
    for (const name of readdirSync(folder)) {
      if (!name.endsWith('.ready')) continue
      oldest = Math.min(oldest, statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? now)
    }
  } catch {
    // There is no database yet.
  }
  return Math.max(0, now - oldest) / 1_000
}
