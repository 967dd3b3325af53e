import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@bollard/database/embedded'

export interface TestServer {
  /** Of the empty database `bollard`. */
  readonly connectionString: string
  /** Ends the server and removes its folder. */
  stop(): Promise<void>
}

/** Nothing is kept, so nothing is flushed; and every worker of a run may hold a few pools open. */
const fast = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  shared_buffers: '64MB',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '300',
}

/** A real PostgreSQL in a temporary folder. With `durable` it flushes to disk as in production, else no crash of the machine would leave anything. */
export async function startTestServer({ durable = false }: { durable?: boolean } = {}): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'bollard-test-'))
  const server = await startEmbeddedPostgres({ dataDirectory: join(folder, 'postgres'), settings: durable ? {} : fast })
  return {
    connectionString: server.connectionString,
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
