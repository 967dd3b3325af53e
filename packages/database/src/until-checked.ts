import type { Database } from './open-database.ts'

/** After a check that failed, calls fail at once for so long. */
const restMs = 1_000

/** Known to `isDatabaseAway` by its message. */
const unchecked = 'The database does not answer'

/** Why a check failed; every other error as it is. */
export function reasonOf(error: unknown): unknown {
  return error instanceof Error && error.message === unchecked && error.cause !== undefined ? error.cause : error
}

/**
 * A database that takes nothing before `check` has passed, so that one of another cell, or of another release, is never asked. What comes before
 * waits for the check, and fails as if the database were away while it fails.
 */
export function untilChecked(
  db: Database,
  check: { readonly isDone: () => boolean; readonly run: () => Promise<void> },
): Database {
  return {
    pool: db.pool,
    query: async (name: string, text: string, values?: readonly unknown[]) => {
      if (!check.isDone()) await check.run()
      return db.query<never>(name, text, values)
    },
    async transaction(work, limits) {
      if (!check.isDone()) await check.run()
      return db.transaction(work, limits)
    },
    close: () => db.close(),
  }
}

/** A check that is made once, however many wait for it, and again after a while where it failed. */
export function checkOnce(check: () => Promise<void>): { isDone: () => boolean; run: () => Promise<void> } {
  let isDone = false
  let running: Promise<void> | null = null
  let failed: { readonly at: number; readonly error: unknown } | null = null
  async function once(): Promise<void> {
    try {
      await check()
      isDone = true
    } catch (error) {
      failed = { at: performance.now(), error }
      throw new Error(unchecked, { cause: error })
    } finally {
      running = null
    }
  }
  return {
    isDone: () => isDone,
    run() {
      if (isDone) return Promise.resolve()
      if (failed !== null && performance.now() - failed.at < restMs)
        return Promise.reject(new Error(unchecked, { cause: failed.error }))
      running ??= once()
      return running
    },
  }
}
