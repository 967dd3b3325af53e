import type { Actor } from '@bollard/access'
import type { Solution } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import { describeSolutions } from '../change/get.ts'
import { assertAllowed } from '../policy.ts'
import type { SolutionContext } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'
import { solutionColumns } from '../store/solution-row.ts'

type ListContext = Pick<SolutionContext, 'db' | 'now' | 'billing'>

/** Those of the given solutions that an actor is a member of, newest first; an administrator of the deployment gets all. What is left out may exist or not. */
export async function listSolutionsByIds(
  context: ListContext,
  actor: Actor,
  ids: readonly string[],
): Promise<{ items: Solution[] }> {
  assertAllowed(actor, 'solution.list-own', null, context.now())
  if (ids.length === 0) return { items: [] }
  const rows = await asActor(
    context.db,
    actor,
    (tx) => tx.query('solution-by-ids', byIdsSql, [ids, actor.userId, actor.isAdmin]),
    { seesAll: true },
  )
  return { items: await describeSolutions(context, actor, rows) }
}

/** Which solutions an invoice address or a payment method is used for. `find` is billing's word; not-found when the thing is not the actor's. */
export async function listSolutionsOfBilling(
  context: ListContext,
  actor: Actor,
  find: (userId: string) => Promise<readonly string[] | null>,
): Promise<{ items: Solution[] }> {
  assertAllowed(actor, 'solution.list-own', null, context.now())
  const ids = await find(actor.userId)
  if (ids === null) throw new ProblemError('not-found')
  return listSolutionsByIds(context, actor, ids)
}

// Organizations see the solutions that they manage too, but this list is of members.
const byIdsSql = `select ${solutionColumns}, coalesce(mine.role, 'VIEWER') as "myRole"
  from solution.solutions s left join solution.members mine on mine.solution_id = s.id and mine.user_id = $2
  where s.id = any($1::uuid[]) and (mine.user_id is not null or $3)
  order by s.id desc`
