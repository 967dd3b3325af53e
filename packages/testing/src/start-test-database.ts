import { randomBytes } from 'node:crypto'
import { openDatabase } from '@bollard/database'
import { ensureTemplate, type Migrations, onDatabase } from './ensure-template.ts'
import { findSharedServer } from './share-test-server.ts'
import { startTestServer } from './start-test-server.ts'

interface Shelf {
  readonly isLasting: boolean
}

export interface TestDatabase {
  /** Makes a fresh database, empty or as these migrations leave it, and answers with its connection string. */
  createDatabase(...migrations: readonly Migrations[]): Promise<string>
  /** Makes a copy of one of these databases as it is at this moment, and answers with its connection string. Nobody may be connected to it. */
  copyDatabase(connectionString: string): Promise<string>
  /** Where `lendDatabase` keeps what nobody has borrowed: one for all that share a process and a server, where `isLasting`. */
  readonly shelf: Shelf
  /** As `createDatabase`, for the shelf: on a lasting one it goes with the server. */
  createForShelf(...migrations: readonly Migrations[]): Promise<string>
  /** Runs before these databases are dropped, the last one first. */
  onStop(work: () => Promise<void>): void
  /** Drops these databases, whoever is connected, and ends the server where it was started for this file alone. */
  stop(): Promise<void>
}

/** A connection that makes and drops databases, one thing at a time. */
interface Admin {
  readonly server: string
  query(text: string, values?: string[]): Promise<{ rowCount: number | null }>
  close(): Promise<void>
}

/** Of the server that all files share: for the life of this process, since each connection costs as much as a short test. */
const kept = new Map<string, { admin: Promise<Admin>; shelf: Shelf }>()

/**
 * A real PostgreSQL: the one that all test files of a run share where the runner has one, else one of its own. `alone` is for
 * tests that change what belongs to the whole server, such as roles; a `durable` one is alone, too, and flushes to disk as in production. So is
 * one whose `log` gets a line for each statement, behind application and role. With `apart` this file neither borrows what others had nor lends
 * to them: for tests that look at what the connections know.
 */
export async function startTestDatabase({
  alone = false,
  apart = false,
  durable = false,
  log,
}: {
  alone?: boolean
  apart?: boolean
  durable?: boolean
  log?: (line: string) => void
} = {}): Promise<TestDatabase> {
  const shared = alone || durable || log ? null : await findSharedServer()
  if (shared === null) {
    const own = await startTestServer({ durable, log })
    const admin = await connect(own.connectionString)
    return databasesOn(admin, { isLasting: false }, async () => {
      await admin.close()
      await own.stop()
    })
  }
  const known = kept.get(shared) ?? { admin: connect(shared), shelf: { isLasting: true } }
  kept.set(shared, known)
  return databasesOn(await known.admin, apart ? { isLasting: false } : known.shelf, null)
}

async function connect(server: string): Promise<Admin> {
  // A machine that has much else to do may copy files for longer than any statement of the product takes.
  const db = openDatabase({ connectionString: server, max: 1, statementTimeoutMs: 60_000 })
  // Held all the time: who waits for a connection of the pool is soon refused.
  const client = await db.pool.connect()
  // A test may kill the server; it is asked nothing then.
  client.on('error', () => undefined)
  let before: Promise<unknown> = Promise.resolve()
  return {
    server,
    query(text, values) {
      const done = before.then(() => client.query(text, values))
      before = done.catch(() => undefined)
      return done
    },
    async close() {
      client.release(true)
      await db.close()
    },
  }
}

/** `endServer` is null where the server goes on: it is left without these databases. */
function databasesOn(admin: Admin, shelf: Shelf, endServer: (() => Promise<void>) | null): TestDatabase {
  const made: string[] = []
  async function createFrom(template: string): Promise<string> {
    const name = `test_${randomBytes(6).toString('hex')}`
    await admin.query(`create database ${name} template ${template} strategy file_copy`)
    return onDatabase(admin.server, name)
  }
  const create = async (migrations: readonly Migrations[]): Promise<string> =>
    createFrom(migrations.length === 0 ? 'template1' : await ensureTemplate(admin, admin.server, migrations))
  const noted = async (creating: Promise<string>): Promise<string> => {
    const connectionString = await creating
    made.push(nameOf(connectionString))
    return connectionString
  }
  const ends: (() => Promise<void>)[] = []
  return {
    shelf,
    createDatabase: (...migrations) => noted(create(migrations)),
    copyDatabase: (connectionString) => noted(createFrom(nameOf(connectionString))),
    createForShelf: (...migrations) => (shelf.isLasting ? create(migrations) : noted(create(migrations))),
    onStop: (work) => void ends.push(work),
    async stop() {
      for (const end of ends.toReversed()) await end()
      if (endServer !== null) return endServer()
      for (const name of made) await admin.query(`drop database if exists ${name} with (force)`)
    },
  }
}

const nameOf = (connectionString: string): string => new URL(connectionString).pathname.slice(1)
