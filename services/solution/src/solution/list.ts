import type { Solution } from '@bollard/contracts'
import { assertAllowed } from '../policy.ts'
import { decodeCursor, encodeCursor } from '../request/cursor.ts'
import type { Actor, SolutionDeps } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'
import { type SolutionRow, solutionColumns, toSolution } from '../store/solution-row.ts'

export interface ListQuery {
  readonly limit: number
  readonly cursor?: string | undefined
  /** Whose solutions; left out, the actor's own. */
  readonly userId?: string | undefined
}

/** A page of the solutions that a person is a member of, newest first. A cursor names a solution, so new ones do not shift pages. */
export async function listSolutions(
  deps: Pick<SolutionDeps, 'db' | 'now'>,
  actor: Actor,
  query: ListQuery,
): Promise<{ items: Solution[]; nextCursor: string | null }> {
  const ofUserId = query.userId ?? actor.userId
  assertAllowed(actor, ofUserId === actor.userId ? 'solution.list-own' : 'solution.list-others', { now: deps.now() })
  const after = query.cursor === undefined ? null : decodeCursor(query.cursor)
  // One more than asked for tells whether there is a further page.
  const values = [ofUserId, actor.userId, after, query.limit + 1]
  const rows = await asActor(deps.db, actor, (tx) => tx.query<SolutionRow>('solution-list', listSql, values), { seesAll: ofUserId !== actor.userId })
  const page = rows.slice(0, query.limit)
  const last = page.at(-1)
  return { items: page.map(toSolution), nextCursor: rows.length > query.limit && last ? encodeCursor(last.id) : null }
}

/** An administrator who is no member reads, and so counts as a viewer. */
const listSql = `select ${solutionColumns}, coalesce(mine.role, 'VIEWER') as "myRole"
  from solution.members listed join solution.solutions s on s.id = listed.solution_id
  left join solution.members mine on mine.solution_id = listed.solution_id and mine.user_id = $2
  where listed.user_id = $1 and ($3::uuid is null or listed.solution_id < $3)
  order by listed.solution_id desc limit $4`
