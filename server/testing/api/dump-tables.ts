import type { Database } from '@bollard/database'

/** Every row of every table of the product, as `schema.table` and text. */
export async function dumpTables(db: Database): Promise<Set<string>> {
  const { rows: tables } = await db.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('solution', 'billing', 'captcha', 'monitoring', 'identity', 'contact', 'telemetry', 'operations', 'mail', 'audit') order by 1`,
  )
  const all = new Set<string>()
  for (const { name } of tables) {
    const { rows } = await db.pool.query<{ row: string }>(`select t::text as row from ${name} t`)
    for (const { row } of rows) all.add(`${name} ${row}`)
  }
  return all
}

/** A row that changed is among those that went and those that came. */
export function compareDumps(
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): { gone: string[]; come: string[] } {
  return { gone: [...before].filter((row) => !after.has(row)), come: [...after].filter((row) => !before.has(row)) }
}

export const tableOf = (row: string): string => row.slice(0, row.indexOf(' '))
