import type { Database } from '@bollard/database'

/** Every row of these schemas as text, by table; without what the migrations note of themselves, and without empty tables. */
export async function dumpRows(db: Database, schemas: readonly string[]): Promise<Record<string, readonly string[]>> {
  const { rows: tables } = await db.pool.query<{ path: string }>(
    `select format('%I.%I', schemaname, tablename) as path from pg_tables
     where schemaname = any ($1::text[]) and tablename not in ('migrations', 'current_files') order by 1`,
    [schemas],
  )
  const dump: Record<string, readonly string[]> = {}
  for (const { path } of tables) {
    const { rows } = await db.pool.query<{ row: string }>(`select to_jsonb(t)::text as row from ${path} t`)
    if (rows.length > 0) dump[path] = rows.map(({ row }) => row).toSorted()
  }
  return dump
}
