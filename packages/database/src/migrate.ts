import { createHash } from 'node:crypto'
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

/** A file of a migration that was applied before now says something else: databases made with the one and the other differ. */
export class MigrationChangedError extends Error {
  readonly schema: string
  readonly file: string
  constructor(schema: string, file: string) {
    super(
      `The migration ${schema}/${file} was changed after it had been applied to this database. Put the file back as it was and write what is to change into a new migration.`,
    )
    this.name = 'MigrationChangedError'
    this.schema = schema
    this.file = file
  }
}

interface Migration {
  readonly number: number
  readonly name: string
  readonly text: string
  /** SHA-256 of the text in base64url, whatever the line ends are. */
  readonly checksum: string
}

/** Any number, but the same in every version: it keeps two starting programs from migrating at once. */
const lockKey = 7_462_113

/**
 * Brings `schema` up to date with the files `NNNN-name.sql` in `directory`, in order, each in a
 * transaction of its own. Programs that start together wait for each other.
 * @throws SchemaTooNewError and MigrationChangedError before anything is applied
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
    await applyMissing(client, options.schema, known)
  } finally {
    // Ending the connection gives the lock back whatever happened.
    await client.end()
  }
}

async function listMigrations(directory: URL): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).toSorted()
  const seen = new Set<number>()
  const folder = directory.href.endsWith('/') ? directory : new URL(`${directory.href}/`)
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, folder), 'utf8')))
  return files.map((name, index) => {
    const number = Number(/^(\d{4})-[a-z0-9-]+\.sql$/u.exec(name)?.[1] ?? Number.NaN)
    if (Number.isNaN(number)) throw new Error(`Migration "${name}" is not named NNNN-name.sql`)
    if (seen.has(number)) throw new Error(`Two migrations have the number ${number}`)
    seen.add(number)
    const text = texts[index] ?? ''
    const checksum = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('base64url')
    return { number, name, text, checksum }
  })
}

async function applyMissing(client: Client, schema: string, known: Migration[]): Promise<void> {
  await client.query(`create schema if not exists ${schema}`)
  await client.query(`create table if not exists ${schema}.migrations (
    number integer primary key, name text not null, applied_at timestamptz not null default now())`)
  await client.query(`alter table ${schema}.migrations add column if not exists checksum text`)
  const { rows } = await client.query<{ number: number; checksum: string | null }>(
    `select number, checksum from ${schema}.migrations order by number`,
  )
  const applied = new Map(rows.map(({ number, checksum }) => [number, checksum]))
  const newest = known.at(-1)?.number ?? 0
  const unknown = rows.findLast((row) => row.number > newest)
  if (unknown) throw new SchemaTooNewError(schema, unknown.number)
  for (const { number, name, checksum } of known) {
    const before = applied.get(number) ?? checksum
    if (before !== checksum) throw new MigrationChangedError(schema, name)
    // Applied by a version that kept no checksums.
    if (applied.get(number) === null)
      await client.query(`update ${schema}.migrations set checksum = $2 where number = $1`, [number, checksum])
  }
  for (const migration of known) if (!applied.has(migration.number)) await apply(client, schema, migration)
}

async function apply(client: Client, schema: string, { number, name, text, checksum }: Migration): Promise<void> {
  await client.query('begin')
  try {
    // Names without a schema land in the service's own, never in "public".
    await client.query(`set local search_path to ${schema}`)
    await client.query(text)
    await client.query(`insert into ${schema}.migrations (number, name, checksum) values ($1, $2, $3)`, [
      number,
      name,
      checksum,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${schema}/${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}
