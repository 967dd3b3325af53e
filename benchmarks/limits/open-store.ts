import { openDatabase } from '@bollard/database'
import { createPostgresStore, createValkeyStore, type LimitStore } from '@bollard/limits'
import { connectedValkey } from '../../server/testing/hosting/start-valkey.ts'

export interface OpenStore {
  readonly store: LimitStore
  readonly close: () => Promise<unknown>
}

/** The store at an address of PostgreSQL or Valkey, with at most so many connections, once it answers. */
export async function openStore(address: string, connections: number): Promise<OpenStore> {
  if (address.startsWith('valkey:')) {
    const connection = await connectedValkey(address)
    return { store: createValkeyStore(connection), close: connection.close }
  }
  const database = openDatabase({ connectionString: address, max: connections, statementTimeoutMs: 60_000 })
  await database.pool.query('select 1')
  return { store: createPostgresStore({ query: (config) => database.pool.query(config) }), close: database.close }
}
