import { openDatabase } from '@bollard/database'
import { ensureSignIn } from '@bollard/database/roles'
import type { RunningPart } from './child/running-part.ts'
import type { Task } from './messages.ts'
import { migrateEverySchema } from './migrate-every-schema.ts'

/** Brings the database up to date as its owner and lets the other processes sign in; what is left to do is to end. */
export async function composeMigrate({
  databaseUrl,
  databases,
}: Extract<Task, { name: 'migrate' }>): Promise<RunningPart> {
  const db = openDatabase({ connectionString: databaseUrl, max: 2, applicationName: 'bollard migrate' })
  try {
    await migrateEverySchema(db)
    await ensureSignIn(db.pool, databases)
  } finally {
    await db.close()
  }
  return { findings: null, metrics: async () => [], close: async () => {} }
}
