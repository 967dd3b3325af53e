import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { migrate, openDatabase } from '@bollard/database'

/** What `migrate` of @bollard/database takes. */
export interface Migrations {
  readonly schema: string
  /** Ends with a slash. */
  readonly directory: URL
}

interface Connection {
  query(text: string, values?: string[]): Promise<{ rowCount: number | null }>
}

/** Any number: it keeps two workers from making the same template. */
const lockKey = 5_180_227

/** `postgresql:///bollard?host=…` or `postgresql://user:password@host/bollard` with another name for the database. */
export const onDatabase = (connectionString: string, name: string): string =>
  connectionString.replace(/\/bollard(?=\?|$)/u, `/${name}`)

/**
 * Name of a database on this server that the migrations have run in and nothing else has touched, to be copied. The first one who
 * asks makes it; other texts of the files make another one.
 */
export async function ensureTemplate(
  admin: Connection,
  server: string,
  migrations: readonly Migrations[],
): Promise<string> {
  const name = `template_${await fingerprintOf(migrations)}`
  if (!(await exists(admin, name)))
    await inTurn(server, async (own) => ((await exists(own, name)) ? undefined : make(own, server, name, migrations)))
  return name
}

async function make(
  connection: Connection,
  server: string,
  name: string,
  migrations: readonly Migrations[],
): Promise<void> {
  // Under another name until it is whole, for one that failed half-way is never copied.
  const unfinished = `unfinished_${name}`
  await connection.query(`drop database if exists ${unfinished}`)
  await connection.query(`create database ${unfinished} strategy file_copy`)
  const fresh = openDatabase({ connectionString: onDatabase(server, unfinished), max: 1 })
  try {
    for (const one of migrations) await migrate(fresh, one)
  } finally {
    await fresh.close()
  }
  await connection.query(`alter database ${unfinished} rename to ${name}`)
}

async function inTurn(server: string, work: (connection: Connection) => Promise<void>): Promise<void> {
  const db = openDatabase({ connectionString: server, max: 1, statementTimeoutMs: 300_000 })
  const connection = await db.pool.connect()
  try {
    await connection.query('select pg_advisory_lock($1)', [String(lockKey)])
    await work(connection)
  } finally {
    // A connection that ends gives the lock back.
    connection.release(true)
    await db.close()
  }
}

async function exists(connection: Connection, name: string): Promise<boolean> {
  return (await connection.query('select from pg_database where datname = $1', [name])).rowCount === 1
}

const known = new Map<string, { readonly seen: string; readonly text: string }>()

/** Of all their files. Reads a folder again only once its files have changed: a run asks a thousand times. */
export async function fingerprintOf(migrations: readonly Migrations[]): Promise<string> {
  const hash = createHash('sha256')
  for (const { schema, directory } of migrations) {
    const files = readdirSync(directory).toSorted()
    const seen = files.map((file) => timesOf(new URL(file, directory))).join(' ')
    const before = known.get(directory.href)
    const text = before?.seen === seen ? before.text : await textOf(directory, files)
    known.set(directory.href, { seen, text })
    hash.update(JSON.stringify([schema, text]))
  }
  return hash.digest('hex').slice(0, 24)
}

function timesOf(file: URL): string {
  const { ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true })
  return [ino, size, mtimeNs, ctimeNs].join(':')
}

async function textOf(directory: URL, files: readonly string[]): Promise<string> {
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, directory), 'utf8')))
  return createHash('sha256')
    .update(JSON.stringify([files, texts]))
    .digest('hex')
}
