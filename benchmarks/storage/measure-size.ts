import { join } from 'node:path'
import { auditMigrations } from '@bollard/audit'
import { keepPartitions, migrations } from '@bollard/captcha-service/storage'
import { type Database, migrate, openDatabase } from '@bollard/database'
import { startEmbeddedPostgres } from '@bollard/database/embedded'
import { fillLog } from './fill-log.ts'
import { fillRollups } from './fill-rollups.ts'
import { fillZoneMap } from './fill-zone-map.ts'
import { type DiskUse, measureDisk } from './measure-disk.ts'
import { type LogTiming, measureLog } from './measure-log.ts'
import { measureStatistics } from './measure-statistics.ts'
import { measureWrites } from './measure-writes.ts'
import type { Timing } from './timing.ts'
import { round1 } from './timing.ts'

const dayMs = 86_400_000
const retentionDays = 31
/** Answers come at most so long after the start. */
const verificationMsMax = 1_200_000

/** Nothing of it needs to survive a crash; measured is with the settings of the product. */
const loading = {
  fsync: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '8GB',
  shared_buffers: '1GB',
  maintenance_work_mem: '512MB',
  work_mem: '128MB',
  autovacuum: 'off',
}

export interface SizeResult {
  /** Seconds that filling took: rows with their indexes, roll-ups, zone map. */
  readonly seconds: { readonly rows: number; readonly rollups: number; readonly zoneMap: number }
  readonly log: readonly LogTiming[]
  readonly statistics: Readonly<Record<string, Timing>>
  readonly writes: Awaited<ReturnType<typeof measureWrites>>
  readonly diskMegabytesPerMillion: DiskUse
}

/** A database that is filled, and how. */
export interface Filled {
  readonly rows: number
  /** The end of its last day, in milliseconds since 1970. */
  readonly now: number
  readonly seconds: SizeResult['seconds']
}

/** Fills a database in `folder` with so many rows. Without the zone map, which takes longest, filters of the log find nothing. */
export async function fillSize({
  rows,
  folder,
  say,
  withZoneMap = true,
}: {
  rows: number
  folder: string
  say: (line: string) => void
  withZoneMap?: boolean
}): Promise<Filled> {
  const now = Math.floor(Date.now() / dayMs) * dayMs
  const server = await startEmbeddedPostgres({ dataDirectory: join(folder, 'postgres'), settings: loading })
  try {
    return { rows, now, seconds: await fill(server.connectionString, { rows, now, say, withZoneMap }) }
  } finally {
    await server.stop()
  }
}

/** Measures a filled database. What it writes lies after the last day, so that it can be measured again. */
export async function measureSize({
  filled,
  folder,
  say,
}: {
  filled: Filled
  folder: string
  say: (line: string) => void
}): Promise<SizeResult> {
  const { rows, now, seconds } = filled
  const server = await startEmbeddedPostgres({ dataDirectory: join(folder, 'postgres') })
  const db = openDatabase({ connectionString: server.connectionString, max: 4 })
  const empty = await openEmpty(db, server.connectionString, now)
  try {
    const diskMegabytesPerMillion = await measureDisk(db, rows)
    const log = await measureLog(db, { siteId: 1, now })
    say('the log is measured')
    const statistics = await measureStatistics(db, { siteId: 1, now })
    say('the statistics are measured')
    const writes = await measureWrites(db, empty, now)
    return { seconds, log, statistics, writes, diskMegabytesPerMillion }
  } finally {
    await Promise.all([db.close(), empty.close()])
    await server.stop()
  }
}

async function fill(
  connectionString: string,
  { rows, now, say, withZoneMap }: { rows: number; now: number; say: (line: string) => void; withZoneMap: boolean },
): Promise<SizeResult['seconds']> {
  const db = openDatabase({ connectionString, max: 4, statementTimeoutMs: 3_600_000 })
  let startedAt = performance.now()
  const lap = (what: string): number => {
    const taken = round1((performance.now() - startedAt) / 1_000)
    say(`${what}: ${taken} s`)
    startedAt = performance.now()
    return taken
  }
  try {
    await migrate(db, auditMigrations)
    await migrate(db, { schema: 'captcha', directory: migrations })
    await fillLog(db, { rows, now, onDay: (day) => say(`day ${day}`) })
    await keepPartitions(db, now, { daysAhead: 7, retentionDays })
    const ofRows = lap('rows')
    await fillRollups(db, now, rows)
    const ofRollups = lap('roll-ups')
    if (!withZoneMap) {
      // Else the database would do that by itself while somebody is looking at the clock.
      await db.pool.query('vacuum analyze')
      return { rows: ofRows, rollups: ofRollups, zoneMap: 0 }
    }
    await withoutFactIndex(db, () => fillZoneMap(db, { now, verificationMsMax, retentionDays }))
    await db.pool.query('vacuum analyze captcha.log_chunks')
    return { rows: ofRows, rollups: ofRollups, zoneMap: lap('zone map') }
  } finally {
    await db.close()
  }
}

/** Builds the index of facts in one go, after all are there. */
async function withoutFactIndex(db: Database, work: () => Promise<unknown>): Promise<void> {
  const [index] = await db.query<{ definition: string }>(
    '',
    `select pg_get_indexdef('captcha.log_chunks_by_fact'::regclass) as definition`,
  )
  if (index === undefined) throw new Error('The index of facts is missing')
  await db.pool.query('drop index captcha.log_chunks_by_fact')
  await work()
  await db.pool.query(index.definition)
}

/** A database beside it with the same sites and partitions and no verification. */
async function openEmpty(db: Database, connectionString: string, now: number): Promise<Database> {
  await db.pool.query('drop database if exists empty')
  await db.pool.query('create database empty')
  const empty = openDatabase({ connectionString: connectionString.replace('/bollard?', '/empty?'), max: 4 })
  await migrate(empty, auditMigrations)
  await migrate(empty, { schema: 'captcha', directory: migrations })
  await fillLog(empty, { rows: 0, now, onDay: () => undefined })
  await keepPartitions(empty, now, { daysAhead: 7, retentionDays })
  return empty
}
