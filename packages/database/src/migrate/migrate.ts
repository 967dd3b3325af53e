import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import type { Database } from '../open-database.ts'
import { ensureRoles } from '../roles/ensure-roles.ts'
import { closeSchemaSql } from './close-schema.ts'
import { MigrationChangedError, SchemaTooNewError, SchemaTooOldError } from './migration-errors.ts'
import { buildIndexes, isConcurrent } from './build-indexes.ts'
import { type Migration, type Migrations, readMigrations } from './read-migrations.ts'
import { type Patience, withoutQueueing } from './without-queueing.ts'

/** Any number, but the same in every version: it keeps two starting programs from migrating at once. */
const lockKey = 7_462_113
/** How often a program that waits for another one looks whether it is done. */
const lookMs = 100

/**
 * Brings `schema` up to date with the files of `directory`: `NNNN-name.sql` once each and in order, each in a transaction of its own;
 * then `functions.sql` and `access.sql`, whenever they have changed. Runs as the owner of the schema. Programs that start together
 * wait for each other, and calls of the version before never wait for long (0073). Answers the names of the numbered files that ran.
 * @throws SchemaTooNewError, SchemaTooOldError and MigrationChangedError before anything is applied; RolesMissingError
 */
export async function migrate(
  db: Database,
  options: { schema: string; directory: URL; patience?: Patience },
): Promise<string[]> {
  if (!/^[a-z][a-z_]*$/u.test(options.schema)) throw new Error(`"${options.schema}" is not a schema name`)
  const known = await readMigrations(options.directory)
  // A connection of its own: waiting for another program and rewriting a table may take longer than a statement of a request.
  const client = new Client({ ...db.pool.options, statement_timeout: 0, query_timeout: 0 })
  // The failing query reports it, too.
  client.on('error', () => {})
  await client.connect()
  try {
    await takeTurn(client)
    if (known.current.access !== '') await ensureRoles(client)
    return await bringUpToDate({ client, schema: options.schema, patience: options.patience ?? {} }, known)
  } finally {
    // Ending the connection releases the lock whatever happened.
    await client.end()
  }
}

export interface Applied {
  readonly number: number
  readonly name: string
  readonly checksum: string | null
}

interface Target {
  readonly client: Client
  readonly schema: string
  readonly patience: Patience
}

/** Looks again and again: whoever waits inside of the database has a snapshot, for which an index that is built meanwhile would wait. */
async function takeTurn(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lockKey])
    if (rows[0]?.taken) return
    await pause(lookMs)
  }
}

async function bringUpToDate(target: Target, known: Migrations): Promise<string[]> {
  const { client, schema } = target
  await client.query(`create schema if not exists ${schema}`)
  await client.query(`create table if not exists ${schema}.migrations (
    number integer primary key, name text not null, applied_at timestamptz not null default now())`)
  await client.query(`alter table ${schema}.migrations add column if not exists checksum text`)
  await client.query(`create table if not exists ${schema}.current_files (
    only_row boolean primary key default true check (only_row), checksum text not null, applied_at timestamptz not null default now())`)
  const { rows } = await client.query<Applied>(
    `select number, name, checksum from ${schema}.migrations order by number`,
  )
  const applied = new Map(rows.map((row) => [row.number, row]))
  const { numbered, current } = known
  const { replacing, before } = refuseUnfit(schema, known, applied)
  const ran: string[] = []
  for (const migration of before) {
    await apply(target, migration)
    ran.push(migration.name)
  }
  if (replacing) await adopt(target, replacing)
  for (const migration of numbered) {
    // Applied by a version that kept no checksums.
    if (applied.get(migration.number)?.checksum === null)
      await client.query(`update ${schema}.migrations set checksum = $2 where number = $1`, [
        migration.number,
        migration.checksum,
      ])
    if (applied.has(migration.number) || migration === replacing) continue
    await apply(target, migration)
    ran.push(migration.name)
  }
  const now = await client.query<{ checksum: string }>(`select checksum from ${schema}.current_files`)
  if (now.rows[0]?.checksum !== current.checksum) await applyCurrent(target, current)
  return ran
}

export interface Adoption {
  /** The file that replaces those that the database has run; null where it has run it, or is new. */
  readonly replacing: Migration | null
  /** Files that are to run before. */
  readonly before: readonly Migration[]
}

/** @throws SchemaTooNewError, SchemaTooOldError and MigrationChangedError */
export function refuseUnfit(
  schema: string,
  { numbered, replaced }: Pick<Migrations, 'numbered' | 'replaced'>,
  applied: ReadonlyMap<number, Applied>,
): Adoption {
  const newest = numbered.at(-1)?.number ?? 0
  const rows = [...applied.values()].toSorted((a, b) => a.number - b.number)
  const unknown = rows.findLast((row) => row.number > newest)
  if (unknown) throw new SchemaTooNewError(schema, unknown.number)
  const [first] = numbered
  const isFormer = first?.replaces && rows.length > 0 && !applied.has(first.number)
  const before = isFormer ? refuseUnlike(schema, first.replaces, rows, replaced) : []
  for (const { number, name, checksum } of numbered) {
    const ran = applied.get(number)?.checksum ?? checksum
    if (ran !== checksum) throw new MigrationChangedError(schema, name)
  }
  return { replacing: isFormer ? first : null, before }
}

/**
 * A database is adopted only when it has run all of the replaced files, unchanged, and nothing else; the last of them may be missing
 * where this version has them. Answers those.
 */
function refuseUnlike(
  schema: string,
  names: ReadonlyMap<string, string>,
  rows: readonly Applied[],
  replaced: readonly Migration[],
): Migration[] {
  const stranger = rows.find(({ name }) => !names.has(name))
  if (stranger) throw new SchemaTooOldError(schema, stranger.name, 'unknown')
  const ran = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  const last = rows.at(-1)?.number ?? 0
  const before: Migration[] = []
  for (const [name, checksum] of names) {
    if (ran.has(name)) {
      // The first versions kept no checksums.
      if ((ran.get(name) ?? checksum) !== checksum) throw new SchemaTooOldError(schema, name, 'changed')
      continue
    }
    const file = replaced.find((one) => one.name === name && one.checksum === checksum && one.number > last)
    if (file === undefined) throw new SchemaTooOldError(schema, name, 'missing')
    before.push(file)
  }
  return before
}

/** Notes a migration as run in a database that has run all that it replaces. */
async function adopt(target: Target, { number, name, checksum }: Migration): Promise<void> {
  const { client, schema } = target
  await inTransaction(target, name, async () => {
    await client.query(`delete from ${schema}.migrations`)
    await note(client, schema, { number, name, checksum })
  })
}

async function apply(target: Target, migration: Migration): Promise<void> {
  const { client, schema } = target
  if (isConcurrent(migration.text)) {
    await named(`${schema}/${migration.name}`, () => buildIndexes(client, schema, migration.text))
    await note(client, schema, migration)
    return
  }
  await inTransaction(target, migration.name, async () => {
    // Names without a schema land in the service's own, never in "public".
    await client.query(`set local search_path to ${schema}`)
    await client.query(migration.text)
    await note(client, schema, migration)
    // It may have dropped functions and policies: they come back even when their files are as before.
    await client.query(`delete from ${schema}.current_files`)
  })
}

async function applyCurrent(target: Target, current: Migrations['current']): Promise<void> {
  const { client, schema } = target
  await inTransaction(target, `functions.sql or ${schema}/access.sql`, async () => {
    await client.query(`set local search_path to ${schema}`)
    if (current.functions !== '') await client.query(current.functions)
    if (current.access !== '') {
      await client.query(closeSchemaSql(schema))
      await client.query(current.access)
    }
    await client.query(
      `insert into ${schema}.current_files (checksum) values ($1)
       on conflict (only_row) do update set checksum = excluded.checksum, applied_at = now()`,
      [current.checksum],
    )
  })
}

async function note(client: Client, schema: string, row: Applied): Promise<void> {
  await client.query(`insert into ${schema}.migrations (number, name, checksum) values ($1, $2, $3)`, [
    row.number,
    row.name,
    row.checksum,
  ])
}

function inTransaction({ client, schema, patience }: Target, file: string, work: () => Promise<void>): Promise<void> {
  return named(`${schema}/${file}`, () => withoutQueueing(client, work, patience))
}

async function named(what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw new Error(`Migration ${what} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}
