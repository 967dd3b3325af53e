import { join } from 'node:path'
import { startEmbeddedPostgres } from '@bollard/database/embedded'
import { makeTestFolder } from './make-test-folder.ts'

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
  // Each copy of a database is a checkpoint anyway, and the folder lies in memory where it can.
  max_wal_size: '128MB',
  min_wal_size: '32MB',
  // Each of three processes keeps what some files have borrowed.
  max_connections: '500',
}

/** Each statement with its name, and whose it is. */
export const logged = { log_statement: 'all', log_line_prefix: '%a|%u|' }

/** A real PostgreSQL. With `durable` it lies on the disk and flushes to it as in production, else no crash of the machine would leave anything. */
export async function startTestServer({
  durable = false,
  log,
}: { durable?: boolean; log?: ((line: string) => void) | undefined } = {}): Promise<TestServer> {
  const folder = await makeTestFolder({ onDisk: durable })
  const server = await startEmbeddedPostgres({
    dataDirectory: join(folder.path, 'postgres'),
    settings: { ...(durable ? {} : fast), ...(log === undefined ? {} : logged) },
    ...(log === undefined ? {} : { log }),
  })
  return {
    connectionString: server.connectionString,
    async stop() {
      await server.stop()
      await folder.remove()
    },
  }
}
