import { join } from 'node:path'
import { openDatabase } from '@bollard/database'
import { startEmbeddedPostgres } from '@bollard/database/embedded'
import { layDatabase } from '../server/testing/start-product.ts'

/** The databases of a product of the journeys. */
export interface Cells {
  /** Settings with which the product finds them. */
  readonly environment: Readonly<Record<string, string>>
  /** Addresses as the owner of the tables, the first of them cell 0. Empty where the product has its built-in database alone. */
  readonly addresses: readonly string[]
  stop(): Promise<void>
}

/**
 * With TEST_CELLS=2 a product of the journeys has two cells (0119), and captchas go into the one and the other in turn. Both lie on one PostgreSQL in the place
 * of the built-in one, so cell 0 has the address that journeys expect.
 */
export async function startCells(dataDirectory: string): Promise<Cells> {
  if (process.env['TEST_CELLS'] !== '2') return { environment: {}, addresses: [], stop: async () => {} }
  await layDatabase(dataDirectory)
  const postgres = await startEmbeddedPostgres({
    dataDirectory: join(dataDirectory, 'postgres'),
    settings: { max_connections: '200' },
  })
  const db = openDatabase({ connectionString: postgres.connectionString, max: 1 })
  await db.pool.query('create database cell_1').finally(() => db.close())
  const address = new URL(postgres.connectionString)
  address.pathname = '/cell_1'
  const [first, second] = [postgres.connectionString, address.href]
  return {
    environment: { DATABASE_URL: first, CELL_URLS: second },
    addresses: [first, second],
    stop: () => postgres.stop(),
  }
}
