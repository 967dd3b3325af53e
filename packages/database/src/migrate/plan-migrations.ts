import type { Database } from '../open-database.ts'
import { type Effect, effectsOf } from './effect-of.ts'
import { type Adoption, type Applied, refuseUnfit } from './migrate.ts'
import { type Migration, readMigrations } from './read-migrations.ts'
import { splitStatements } from './split-statements.ts'

export interface PlannedEffect extends Effect {
  /** Rows of the table as PostgreSQL estimates them; null where it has no table or nothing was counted yet. */
  readonly rows: number | null
}

/** What a start of this release would do to one schema. */
export interface MigrationPlan {
  readonly schema: string
  /** Number of the newest migration in the database; 0 for none. */
  readonly newest: number
  readonly pending: readonly { readonly file: string; readonly effects: readonly PlannedEffect[] }[]
  /** Whether functions and rights are written anew, which is brief. */
  readonly renews: boolean
  /** Why this release cannot bring the schema up to date; null where it can. */
  readonly fault: string | null
}

/** Changes nothing. Runs as the owner of the schema, or as a role that may read its table of migrations. */
export async function planMigrations(
  db: Database,
  options: { schema: string; directory: URL },
): Promise<MigrationPlan> {
  const { schema } = options
  const known = await readMigrations(options.directory)
  const { numbered, current } = known
  const rows = await readApplied(db, schema)
  const applied = new Map(rows.map((row) => [row.number, row]))
  const newest = rows.at(-1)?.number ?? 0
  const plan = { schema, newest, pending: [], renews: false }
  let adoption: Adoption
  try {
    adoption = refuseUnfit(schema, known, applied)
  } catch (error) {
    return { ...plan, fault: error instanceof Error ? error.message : String(error) }
  }
  const missing = [
    ...adoption.before,
    ...numbered.filter((one) => !applied.has(one.number) && one !== adoption.replacing),
  ]
  return {
    ...plan,
    pending: await Promise.all(missing.map((one) => describe(db, schema, one, rows.length === 0))),
    renews: missing.length > 0 || (await readCurrent(db, schema)) !== current.checksum,
    fault: null,
  }
}

async function describe(db: Database, schema: string, { name, text }: Migration, isNew: boolean) {
  // In a database without this schema there is nothing to lock.
  if (isNew) return { file: name, effects: [] }
  const effects: PlannedEffect[] = []
  for (const effect of effectsOf(splitStatements(text)))
    effects.push({ ...effect, rows: effect.table === null ? null : await estimateRows(db, schema, effect.table) })
  return { file: name, effects }
}

async function readApplied(db: Database, schema: string): Promise<Applied[]> {
  if (!(await exists(db, `${schema}.migrations`))) return []
  // The first versions had no such column.
  const text = `select number, name, to_jsonb(m) ->> 'checksum' as checksum from ${schema}.migrations m order by number`
  return (await db.pool.query<Applied>(text)).rows
}

async function readCurrent(db: Database, schema: string): Promise<string | null> {
  if (!(await exists(db, `${schema}.current_files`))) return null
  const { rows } = await db.pool.query<{ checksum: string }>(`select checksum from ${schema}.current_files`)
  return rows[0]?.checksum ?? null
}

async function exists({ pool }: Database, table: string): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>('select to_regclass($1) is not null as found', [table])
  return rows[0]?.found ?? false
}

/** Of a partitioned table, of all of its partitions. */
async function estimateRows({ pool }: Database, schema: string, table: string): Promise<number | null> {
  const name = table.includes('.') ? table : `${schema}.${table}`
  const { rows } = await pool.query<{ rows: string | null }>(rowsSql, [name])
  return rows[0]?.rows == null ? null : Number(rows[0].rows)
}

const rowsSql = `select sum(reltuples) filter (where reltuples >= 0)::bigint::text as rows from pg_class
  where oid = to_regclass($1) or oid in (select inhrelid from pg_inherits where inhparent = to_regclass($1))`
