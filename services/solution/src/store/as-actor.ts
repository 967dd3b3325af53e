import type { Actor } from '@bollard/access'
import { asRole, type Database, type Queries } from '@bollard/database'

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
  return asRole(
    db,
    'bollard_solution',
    { 'bollard.actor': actor.userId, 'bollard.sees_all': seesAll ? 'on' : 'off' },
    work,
  )
}
