import { cp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { migrate, openDatabase } from '@bollard/database'
import { adoptCluster, type EmbeddedPostgres, startEmbeddedPostgres } from '@bollard/database/embedded'
import { type Migrations, onDatabase } from './ensure-template.ts'
import { makeTestFolder } from './make-test-folder.ts'
import { logged as loggedStatements } from './start-test-server.ts'

interface TestPair {
  /** Of one database, on the primary and on the standby. */
  readonly primary: string
  readonly standby: string
  /** What each server has logged, statements too. */
  readonly logged: { readonly primary: string[]; readonly standby: string[] }
  /** Ends the standby alone; it can be started again. */
  stopStandby(): Promise<void>
  startStandby(): Promise<void>
  stop(): Promise<void>
}

const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  shared_buffers: '32MB',
  autovacuum: 'off',
  wal_level: 'replica',
  max_wal_senders: '3',
  max_connections: '60',
  ...loggedStatements,
}

/** A real PostgreSQL with these migrations, and a second one that follows it by streaming replication. */
export async function startPair(...migrations: readonly Migrations[]): Promise<TestPair> {
  const folder = await makeTestFolder()
  const logged = { primary: [] as string[], standby: [] as string[] }
  const start = (name: 'primary' | 'standby', more: Readonly<Record<string, string>> = {}) =>
    startEmbeddedPostgres({
      dataDirectory: join(folder.path, name),
      settings: { ...settings, ...more },
      log: (line) => logged[name].push(line),
    })
  const primary = await start('primary')
  const db = openDatabase({ connectionString: primary.connectionString, max: 1, statementTimeoutMs: 60_000 })
  const admin = await db.pool.connect()
  try {
    await admin.query('create database pair')
    const pair = openDatabase({ connectionString: onDatabase(primary.connectionString, 'pair'), max: 1 })
    for (const one of migrations) await migrate(pair, one)
    await pair.close()
    await admin.query(`select pg_backup_start('standby', true)`)
    await cp(join(folder.path, 'primary/cluster'), join(folder.path, 'standby/cluster'), { recursive: true })
    const { rows } = await admin.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    const cluster = join(folder.path, 'standby/cluster')
    await rm(join(cluster, 'postmaster.pid'), { force: true })
    await writeFile(join(cluster, 'backup_label'), rows[0]?.labelfile ?? '')
    await writeFile(join(cluster, 'standby.signal'), '')
    adoptCluster(join(folder.path, 'standby'))
  } finally {
    admin.release(true)
    await db.close()
  }
  const from = new URL(primary.connectionString)
  const upstream = `host=${from.searchParams.get('host')} user=bollard`
  let standby: EmbeddedPostgres | null = null
  const startStandby = async (): Promise<string> => {
    standby = await start('standby', { primary_conninfo: upstream, hot_standby: 'on' })
    return standby.connectionString
  }
  return {
    primary: onDatabase(primary.connectionString, 'pair'),
    standby: onDatabase(await startStandby(), 'pair'),
    logged,
    stopStandby: async () => standby?.stop(),
    startStandby: async () => void (await startStandby()),
    async stop() {
      await standby?.stop()
      await primary.stop()
      await folder.remove()
    },
  }
}
