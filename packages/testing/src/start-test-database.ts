import { randomBytes } from 'node:crypto'
import { openDatabase } from '@bollard/database'
import { ensureTemplate, type Migrations, onDatabase } from './ensure-template.ts'
import { findSharedServer } from './share-test-server.ts'
import { startTestServer } from './start-test-server.ts'

export interface TestDatabase {
  /** Makes a fresh database, empty or as these migrations leave it, and answers with its connection string. */
  createDatabase(...migrations: readonly Migrations[]): Promise<string>
  /** Makes a copy of one of these databases as it is at this moment, and answers with its connection string. Nobody may be connected to it. */
  copyDatabase(connectionString: string): Promise<string>
  /** Runs before these databases are dropped, the last one first. */
  onStop(work: () => Promise<void>): void
  /** Drops these databases, whoever is connected, and ends the server where it was started for this file alone. */
  stop(): Promise<void>
}

/**
 * A real PostgreSQL: the one that all test files of a run share where the runner has one, else one of its own. `alone` is for
 * tests that change what belongs to the whole server, such as roles; a `durable` one is alone, too, and flushes to disk as in production. So is
 * one whose `log` gets a line for each statement, behind application and role.
 */
export async function startTestDatabase({
  alone = false,
  durable = false,
  log,
}: {
  alone?: boolean
  durable?: boolean
  log?: (line: string) => void
} = {}): Promise<TestDatabase> {
  const shared = alone || durable || log ? null : await findSharedServer()
  const own = shared === null ? await startTestServer({ durable, log }) : null
  const server = shared ?? own?.connectionString ?? ''
  // A machine that has much else to do may copy files for longer than any statement of the product takes.
  const db = openDatabase({ connectionString: server, max: 1, statementTimeoutMs: 60_000 })
  // Held all the time: who waits for a connection of the pool is soon refused.
  const admin = await db.pool.connect()
  // A test may kill the server; it is asked nothing then.
  admin.on('error', () => undefined)
  const made: string[] = []
  async function createFrom(template: string): Promise<string> {
    const name = `test_${randomBytes(6).toString('hex')}`
    await admin.query(`create database ${name} template ${template} strategy file_copy`)
    made.push(name)
    return onDatabase(server, name)
  }
  const create = async (migrations: readonly Migrations[]): Promise<string> =>
    createFrom(migrations.length === 0 ? 'template1' : await ensureTemplate(admin, server, migrations))
  const ends: (() => Promise<void>)[] = []
  let before: Promise<unknown> = Promise.resolve()
  // One after the other, since a connection does one thing at a time.
  const inTurn = (work: () => Promise<string>): Promise<string> => {
    const done = before.then(work)
    before = done.catch(() => undefined)
    return done
  }
  return {
    createDatabase: (...migrations) => inTurn(() => create(migrations)),
    copyDatabase: (connectionString) => inTurn(() => createFrom(new URL(connectionString).pathname.slice(1))),
    onStop: (work) => void ends.push(work),
    async stop() {
      for (const end of ends.toReversed()) await end()
      // A server of this file alone takes its databases with it.
      if (own === null) for (const name of made) await admin.query(`drop database if exists ${name} with (force)`)
      admin.release(true)
      await db.close()
      await own?.stop()
    },
  }
}
