import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, openDatabase } from '@bollard/database'
import { findRunningPostgres, startEmbeddedPostgres } from '@bollard/database/embedded'
import type { Config } from '../config.ts'
import { databaseSettings } from '../backup/database-settings.ts'
import { StartupFault } from '../startup-fault.ts'
import { isRunning } from '../supervise/running-record.ts'

/** Whether there is a database: the settings name one, or the built-in one was made by a start. */
export function hasDatabase(config: Config): boolean {
  return config.DATABASE_URL !== undefined || existsSync(join(config.DATA_DIR, 'postgres', 'cluster'))
}

/** Runs `work` on the database of the installation: the one that the settings name, that of the running server, or else the built-in one for as long as it takes. */
export async function withDatabase(
  config: Config,
  work: (db: Database, address: string) => Promise<void>,
): Promise<void> {
  await withRunningDatabase(config, async (connectionString) => {
    const db = openDatabase({ connectionString, max: 2, applicationName: 'bollard command' })
    try {
      await work(db, connectionString)
    } finally {
      await db.close()
    }
  })
}

/** The same for work with connections of its own. */
export async function withRunningDatabase<T>(
  config: Config,
  work: (connectionString: string) => Promise<T>,
): Promise<T> {
  if (!hasDatabase(config)) throw new StartupFault('There is no database here yet; the first start makes it.')
  const dataDirectory = join(config.DATA_DIR, 'postgres')
  const known = config.DATABASE_URL ?? (isRunning(config.DATA_DIR) ? findRunningPostgres(dataDirectory) : null)
  if (known !== null) return work(known)
  if (!existsSync(join(dataDirectory, 'cluster')))
    throw new StartupFault(`${dataDirectory} holds no database. Run this with the DATA_DIR of Bollard.`)
  // What it writes belongs into the archive too: a log with a gap leads nowhere.
  const embedded = await startEmbeddedPostgres({ dataDirectory, settings: databaseSettings(config) })
  try {
    return await work(embedded.connectionString)
  } finally {
    await embedded.stop()
  }
}
