import type { Database } from '@bollard/database'

/** Every row of every table of the product, in all cells, as `schema.table` and text. */
export async function dumpTables(cells: readonly Database[]): Promise<Set<string>> {
  const rows = await Promise.all(cells.map(dumpCell))
  return new Set(rows.flat())
}

async function dumpCell(db: Database): Promise<string[]> {
  const { rows: tables } = await db.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('solution', 'billing', 'captcha', 'monitoring', 'identity', 'contact', 'telemetry', 'operations', 'mail', 'audit') order by 1`,
  )
  const all: string[] = []
  for (const { name } of tables) {
    const { rows } = await db.pool.query<{ row: string }>(`select t::text as row from ${name} t`)
    all.push(...rows.map(({ row }) => `${name} ${row}`))
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
