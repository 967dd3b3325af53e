import { openDatabase } from '@bollard/database'
import { StartupFault } from '../startup-fault.ts'

const oldest = 15

/** Throws a `StartupFault` when the database of a setting cannot be used; the address itself may hold a password and is not told. */
export async function checkDatabase(
  connectionString: string,
  setting: 'DATABASE_URL' | 'EDGE_DATABASE_URL' | '--to',
): Promise<void> {
  const version = await serverVersion(connectionString, setting)
  if (version < oldest)
    throw new StartupFault(`${setting}: the server is PostgreSQL ${version}; ${oldest} or newer is needed.`)
}

async function serverVersion(connectionString: string, setting: string): Promise<number> {
  const database = openDatabase({ connectionString, max: 1 })
  try {
    const [row] = await database.query(
      'server-version',
      `select current_setting('server_version_num')::int / 10000 as version`,
    )
    return row?.version ?? 0
  } catch (error) {
    throw new StartupFault(
      `${setting}: the database cannot be used: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    )
  } finally {
    await database.close()
  }
}
