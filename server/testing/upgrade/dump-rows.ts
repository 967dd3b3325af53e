import type { Database } from '@bollard/database'

/** Every row of these schemas by table; without what the migrations note of themselves, and without empty tables. */
export async function dumpRows(db: Database, schemas: readonly string[]): Promise<Record<string, readonly object[]>> {
  const { rows: tables } = await db.pool.query<{ path: string }>(
    `select format('%I.%I', schemaname, tablename) as path from pg_tables
     where schemaname = any ($1::text[]) and tablename not in ('migrations', 'current_files') order by 1`,
    [schemas],
  )
  const dump: Record<string, readonly object[]> = {}
  for (const { path } of tables) {
    const { rows } = await db.pool.query<{ row: object }>(`select to_jsonb(t) as row from ${path} t order by t::text`)
    if (rows.length > 0) dump[path] = rows.map(({ row }) => row)
  }
  return dump
}
