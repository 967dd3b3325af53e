import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@bollard/database'
import { startEmbeddedPostgres } from '@bollard/database/embedded'

export interface TestDatabase {
  readonly connectionString: string
  /** Makes a fresh, empty database and answers with its connection string. */
  createDatabase(): Promise<string>
  /** Ends the server and removes its folder. */
  stop(): Promise<void>
}

const fast = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', shared_buffers: '32MB', autovacuum: 'off' }

/** A real PostgreSQL in a temporary folder. With `durable` it flushes to disk as in production, for tests that kill it. */
export async function startTestDatabase(options: { durable?: boolean } = {}): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'bollard-test-'))
  const server = await startEmbeddedPostgres({ dataDirectory: join(folder, 'postgres'), settings: options.durable ? {} : fast })
  const admin = openDatabase({ connectionString: server.connectionString, max: 1 })
  return {
    connectionString: server.connectionString,
    async createDatabase() {
      const name = `test_${randomBytes(6).toString('hex')}`
      await admin.pool.query(`create database ${name} strategy file_copy`)
      return server.connectionString.replace(/\/bollard(?=\?|$)/u, `/${name}`)
    },
    async stop() {
      await admin.close()
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
