import type { Actor } from '@bollard/access'
import { idSchema, type Role } from '@bollard/contracts'
import type { SolutionContext } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'

/** The role of a person in a solution; null for a stranger and for a solution that does not exist, which nobody can tell apart. */
export async function findRole(
  context: Pick<SolutionContext, 'db'>,
  actor: Pick<Actor, 'userId'>,
  solutionId: string,
): Promise<Role | null> {
  if (!idSchema.safeParse(solutionId).success) return null
  const [row] = await asActor(context.db, actor, (tx) =>
    tx.query<{ role: Role }>('solution-role', roleSql, [solutionId, actor.userId]),
  )
  return row?.role ?? null
}

const roleSql = 'select role from solution.members where solution_id = $1 and user_id = $2'
