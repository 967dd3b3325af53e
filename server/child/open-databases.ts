import { type Database, openDatabase } from '@bollard/database'
import type { RoleAddresses } from '@bollard/database/roles'

/** A pool for each role that one process signs in as, see decision 0056. */
export interface Databases {
  /** Calls of people and of their servers. */
  readonly api: Database
  /** The hot path. */
  readonly edge: Database
  /** What nobody waits for. */
  readonly worker: Database
  close(): Promise<void>
}

export function openDatabases(addresses: RoleAddresses): Databases {
  const api = openDatabase({ connectionString: addresses.bollard_api, max: 10, applicationName: 'bollard api' })
  const edge = openDatabase({ connectionString: addresses.bollard_edge, max: 10, applicationName: 'bollard edge' })
  const worker = openDatabase({ connectionString: addresses.bollard_worker, max: 6, applicationName: 'bollard worker' })
  return {
    api,
    edge,
    worker,
    close: async () => void (await Promise.all([api.close(), edge.close(), worker.close()])),
  }
}
