import { type Database, openDatabase } from '@bollard/database'
import type { Config } from '../config.ts'

/**
 * Asks the further cells (0119) all at once, each as its owner. What is wrong with one is told by `onFault` and keeps none of the others; answers in the order of
 * CELL_URLS, without cell 0.
 */
export async function askFurtherCells<T>(
  { CELL_URLS }: Pick<Config, 'CELL_URLS'>,
  ask: (db: Database, address: string, cell: number) => Promise<T>,
  onFault: (error: unknown, cell: number) => T,
): Promise<T[]> {
  return Promise.all(
    CELL_URLS.map(async (address, index) => {
      const cell = index + 1
      const db = openDatabase({ connectionString: address, max: 2, applicationName: 'bollard command' })
      try {
        return await ask(db, address, cell)
      } catch (error) {
        return onFault(error, cell)
      } finally {
        await db.close()
      }
    }),
  )
}
