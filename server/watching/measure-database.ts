import type { Database, Standby } from '@bollard/database'
import { Counter, type Registry } from 'prom-client'
import { readGauges } from './read-gauges.ts'

/** Shows how large each database is, who uses it, and who waits for a lock in it, by cell. One that is away has no figures. */
export function measureDatabases(registry: Registry, cells: readonly Pick<Database, 'query'>[]): void {
  const labels = ['cell']
  readGauges(
    registry,
    [
      { key: 'sizeBytes', name: 'bollard_database_size_bytes', help: 'Size of the database', labels },
      {
        key: 'connections',
        name: 'bollard_database_connections',
        help: 'Connections to the database, of all processes',
        labels,
      },
      {
        key: 'connectionsMax',
        name: 'bollard_database_connections_max',
        help: 'Connections that the database server accepts',
        labels,
      },
      { key: 'lockWaits', name: 'bollard_database_lock_waits', help: 'Statements that wait for a lock', labels },
    ],
    async () => {
      const asked = await Promise.allSettled(cells.map((db) => db.query('server-database-figures', figuresSql)))
      const rows = asked.map((one) => (one.status === 'fulfilled' ? one.value[0] : undefined))
      const ofCells = (figure: 'sizeBytes' | 'connections' | 'connectionsMax' | 'lockWaits') =>
        rows.flatMap((row, cell) => {
          const value = row?.[figure] ?? null
          return value === null ? [] : [[{ cell: String(cell) }, value] as const]
        })
      return {
        sizeBytes: ofCells('sizeBytes'),
        connections: ofCells('connections'),
        connectionsMax: ofCells('connectionsMax'),
        lockWaits: ofCells('lockWaits'),
      }
    },
  )
}

type PoolCounts = Pick<Database['pool'], 'totalCount' | 'idleCount' | 'waitingCount'>

/** Shows how the pools of this process are used. */
export function measurePools(registry: Registry, pools: Readonly<Record<string, PoolCounts>>): void {
  const ofPools = (count: (pool: PoolCounts) => number) =>
    Object.entries(pools).map(([pool, own]) => [{ pool }, count(own)] as const)
  readGauges(
    registry,
    [
      {
        key: 'open',
        name: 'bollard_database_pool_connections',
        help: 'Connections that a pool of this process holds',
        labels: ['pool'],
      },
      {
        key: 'idle',
        name: 'bollard_database_pool_idle',
        help: 'Of these, those that nobody uses',
        labels: ['pool'],
      },
      {
        key: 'waiting',
        name: 'bollard_database_pool_waiting',
        help: 'Who waits for a connection of a pool',
        labels: ['pool'],
      },
    ],
    async () => ({
      open: ofPools(({ totalCount }) => totalCount),
      idle: ofPools(({ idleCount }) => idleCount),
      // For a moment the driver also counts those who get an idle connection at once.
      waiting: ofPools(({ waitingCount, idleCount }) => Math.max(0, waitingCount - idleCount)),
    }),
    { apartMs: 0 },
  )
}

/** Shows whether the standbys that are read from follow, and who answered what could have been read from them. */
export function measureStandbys(registry: Registry, standbys: Readonly<Record<string, Standby>>): void {
  const ofAll = <T>(figure: (standby: Standby) => T) =>
    Object.entries(standbys).map(([pool, standby]) => [pool, figure(standby)] as const)
  readGauges(
    registry,
    [
      {
        key: 'follows',
        name: 'bollard_standby_follows',
        help: 'Whether the standby is read from: 0 while it lags or is away and the primary answers',
        labels: ['pool'],
      },
    ],
    async () => ({
      follows: ofAll(({ state }) => (state() === 'follows' ? 1 : 0)).map(([pool, n]) => [{ pool }, n] as const),
    }),
    { apartMs: 0 },
  )
  const reads: Counter<'pool' | 'server'> = new Counter({
    name: 'bollard_standby_reads_total',
    help: 'Reads that a standby may answer, by the server that did',
    labelNames: ['pool', 'server'],
    registers: [registry],
    collect() {
      reads.reset()
      for (const [pool, { standby, primary }] of ofAll((one) => one.reads)) {
        reads.inc({ pool, server: 'standby' }, standby)
        reads.inc({ pool, server: 'primary' }, primary)
      }
    },
  })
}

const figuresSql = `select pg_database_size(current_database())::float8 as "sizeBytes",
    (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
    current_setting('max_connections')::int as "connectionsMax",
    (select count(*)::int from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()) as "lockWaits"`
