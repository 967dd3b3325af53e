import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@bollard/database/embedded'
import { removeAbandoned } from './remove-abandoned.ts'

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
  // Each copy of a database is a checkpoint anyway, and the folder may lie in memory.
  max_wal_size: '128MB',
  min_wal_size: '32MB',
  max_connections: '300',
}

/** A file system in memory, on Linux. Copying a database there costs a fifth of what it costs on a disk, and nothing is written behind. */
const memory = '/dev/shm'
const leastRoom = 2 * 1024 ** 3
const prefix = 'bollard-test-'

/**
 * A real PostgreSQL in a folder of its own, in memory where there is room. With `durable` it lies on the disk and flushes to it as
 * in production, else no crash of the machine would leave anything.
 */
export async function startTestServer({ durable = false }: { durable?: boolean } = {}): Promise<TestServer> {
  const place = !durable && (await hasRoom()) ? memory : tmpdir()
  if (place === memory) await removeAbandoned(memory, prefix)
  const folder = await mkdtemp(join(place, prefix))
  const server = await startEmbeddedPostgres({ dataDirectory: join(folder, 'postgres'), settings: durable ? {} : fast })
  return {
    connectionString: server.connectionString,
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** In the file system, whose size a container may limit, and in what memory is left to this process. */
async function hasRoom(): Promise<boolean> {
  if (process.platform !== 'linux' || process.availableMemory() < 2 * leastRoom) return false
  const found = await statfs(memory).catch(() => null)
  return found !== null && found.bavail * found.bsize >= leastRoom
}
