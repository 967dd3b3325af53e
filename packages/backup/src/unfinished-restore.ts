import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Where a database lies while it is restored, in its data folder. */
export const unfinishedFolder = 'postgres.unfinished'

/** Whether a restore into this data folder was interrupted, or still runs: nothing may start there. */
export function isRestoreUnfinished(dataDirectory: string): boolean {
  return existsSync(join(dataDirectory, unfinishedFolder))
}
