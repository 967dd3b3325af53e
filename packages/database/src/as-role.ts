import type { Database, Queries } from './open-database.ts'

const statementTimeoutMs = 5_000

/**
 * Runs `work` in one transaction under a role that row-level security binds. `settings` are what its policies ask for, such as
 * `bollard.actor`; they and the role end with the transaction.
 */
export function asRole<T>(
  db: Database,
  role: string,
  settings: Readonly<Record<string, string>>,
  work: (tx: Queries) => Promise<T>,
): Promise<T> {
  // The role comes last: what follows is no longer the owner.
  const all = { ...settings, statement_timeout: String(statementTimeoutMs), role }
  return db.transaction(async (tx) => {
    await tx.query(
      'as-role',
      'select set_config(name, value, true) from unnest($1::text[], $2::text[]) as given (name, value)',
      [Object.keys(all), Object.values(all)],
    )
    return work(tx)
  })
}
