import { join } from 'node:path'
import { type Database, openDatabase } from '@bollard/database'
import { findRunningPostgres, startEmbeddedPostgres } from '@bollard/database/embedded'
import type { Config } from '../config.ts'
import { isRunning } from '../supervise/running-record.ts'

/** Runs `work` on the database of the installation: the one that the settings name, that of the running server, or else the built-in one for as long as it takes. */
export async function withDatabase(config: Config, work: (db: Database) => Promise<void>): Promise<void> {
  const dataDirectory = join(config.DATA_DIR, 'postgres')
  const known = config.DATABASE_URL ?? (isRunning(config.DATA_DIR) ? findRunningPostgres(dataDirectory) : null)
  const embedded = known === null ? await startEmbeddedPostgres({ dataDirectory }) : null
  const db = openDatabase({
    connectionString: known ?? embedded?.connectionString ?? '',
    max: 2,
    applicationName: 'bollard command',
  })
  try {
    await work(db)
  } finally {
    await db.close()
    await embedded?.stop()
  }
}
