import type { Database } from '@bollard/database'
import { round1 } from './timing.ts'

/** Megabytes per million verifications, which is the same as bytes per verification. */
export interface DiskUse {
  readonly rows: number
  readonly indexes: number
  readonly redemptions: number
  readonly zoneMap: number
  readonly rollups: number
  readonly all: number
}

export async function measureDisk(db: Database, rows: number): Promise<DiskUse> {
  const [bytes] = await db.query<Omit<DiskUse, 'all'>>(
    '',
    `with parts as (
       select c.relname as name, pg_table_size(c.oid)::float8 as heap, pg_indexes_size(c.oid)::float8 as indexes from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'captcha' and c.relkind = 'r')
     select sum(heap) filter (where name like 'verifications%') as rows, sum(indexes) filter (where name like 'verifications%') as indexes,
       sum(heap + indexes) filter (where name like 'redemptions%') as redemptions, sum(heap + indexes) filter (where name = 'log_chunks') as "zoneMap",
       sum(heap + indexes) filter (where name in ('rollup_hourly', 'rollup_daily')) as rollups from parts`,
  )
  if (bytes === undefined) throw new Error('The sizes of tables have no row')
  const per = (bytesInAll: number): number => round1(bytesInAll / rows)
  const parts = {
    rows: per(bytes.rows),
    indexes: per(bytes.indexes),
    redemptions: per(bytes.redemptions),
    zoneMap: per(bytes.zoneMap),
    rollups: per(bytes.rollups),
  }
  return { ...parts, all: round1(Object.values(parts).reduce((sum, value) => sum + value, 0)) }
}
