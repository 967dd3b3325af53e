import type { Database, Queries } from '@bollard/database'
import type { Actor } from '../solution-context.ts'

const statementTimeoutMs = 5_000

/**
 * Runs `work` in one transaction under the role that row-level security binds, in the name of `actor`: a statement that
 * forgets its WHERE still sees only the actor's own solutions. `seesAll` opens everybody's, for administrators only.
 */
export function asActor<T>(
  db: Database,
  actor: Pick<Actor, 'userId'> & Partial<Pick<Actor, 'isAdmin'>>,
  work: (tx: Queries) => Promise<T>,
  options: { seesAll?: boolean } = {},
): Promise<T> {
  const seesAll = options.seesAll === true && actor.isAdmin === true
  return db.transaction(async (tx) => {
    await tx.query('solution-become-actor', becomeSql, [actor.userId, seesAll ? 'on' : 'off', String(statementTimeoutMs)])
    return work(tx)
  })
}

/** All of it ends with the transaction. The role comes last: what follows is no longer the owner. */
const becomeSql = `select set_config('bollard.actor', $1, true), set_config('bollard.sees_all', $2, true),
  set_config('statement_timeout', $3, true), set_config('role', 'bollard_solution', true)`
