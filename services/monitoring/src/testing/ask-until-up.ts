import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '@bollard/database'

/** A killed PostgreSQL starts again within seconds. */
export async function askUntilUp<Row extends object>(
  db: Database,
  sql: string,
  values: readonly unknown[],
): Promise<{ readonly rows: Row[] }> {
  for (let tries = 0; ; tries += 1)
    try {
      return await db.pool.query<Row>(sql, [...values])
    } catch (error) {
      if (tries === 300) throw error
      await pause(100)
    }
}
