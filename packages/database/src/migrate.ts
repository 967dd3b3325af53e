import { readdir, readFile } from 'node:fs/promises'
import { Client } from 'pg'
import type { Database } from './open-database.ts'

/** The database was used by a newer program; running an older one on it could damage data. */
export class SchemaTooNewError extends Error {
  readonly schema: string
  readonly newest: number
  constructor(schema: string, newest: number) {
    super(
      `The schema "${schema}" is at migration ${newest}, which this version does not know. Start the newer version again, or restore a backup.`,
    )
    this.name = 'SchemaTooNewError'
    this.schema = schema
    this.newest = newest
  }
}

interface Migration {
  readonly number: number
  readonly name: string
}

/** Any number, but the same in every version: it keeps two starting programs from migrating at once. */
const lockKey = 7_462_113

/**
 * Brings `schema` up to date with the files `NNNN-name.sql` in `directory`, in order, each in a
 * transaction of its own. Programs that start together wait for each other.
 */
export async function migrate(db: Database, options: { schema: string; directory: URL }): Promise<void> {
  if (!/^[a-z][a-z_]*$/u.test(options.schema)) throw new Error(`"${options.schema}" is not a schema name`)
  const known = await listMigrations(options.directory)
  // A connection of its own: waiting for another program and rewriting a table may take longer than a statement of a request.
  const client = new Client({ ...db.pool.options, statement_timeout: 0, query_timeout: 0 })
  // Heard of by the query that fails of it, too.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await applyMissing(client, options.schema, options.directory, known)
  } finally {
    // Ending the connection gives the lock back whatever happened.
    await client.end()
  }
}

async function listMigrations(directory: URL): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).toSorted()
  const seen = new Set<number>()
  return files.map((name) => {
    const number = Number(/^(\d{4})-[a-z0-9-]+\.sql$/u.exec(name)?.[1] ?? Number.NaN)
    if (Number.isNaN(number)) throw new Error(`Migration "${name}" is not named NNNN-name.sql`)
    if (seen.has(number)) throw new Error(`Two migrations have the number ${number}`)
    seen.add(number)
    return { number, name }
  })
}

async function applyMissing(client: Client, schema: string, directory: URL, known: Migration[]): Promise<void> {
  await client.query(`create schema if not exists ${schema}`)
  await client.query(`create table if not exists ${schema}.migrations (
    number integer primary key, name text not null, applied_at timestamptz not null default now())`)
  const { rows } = await client.query<{ number: number }>(`select number from ${schema}.migrations order by number`)
  const applied = new Set(rows.map((row) => row.number))
  const newest = known.at(-1)?.number ?? 0
  const unknown = rows.findLast((row) => row.number > newest)
  if (unknown) throw new SchemaTooNewError(schema, unknown.number)
  for (const migration of known) if (!applied.has(migration.number)) await apply(client, schema, directory, migration)
}

async function apply(client: Client, schema: string, directory: URL, migration: Migration): Promise<void> {
  const text = await readFile(
    new URL(migration.name, directory.href.endsWith('/') ? directory : new URL(`${directory.href}/`)),
    'utf8',
  )
  await client.query('begin')
  try {
    // Names without a schema land in the service's own, never in "public".
    await client.query(`set local search_path to ${schema}`)
    await client.query(text)
    await client.query(`insert into ${schema}.migrations (number, name) values ($1, $2)`, [
      migration.number,
      migration.name,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(
      `Migration ${schema}/${migration.name} failed: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    )
  }
}
