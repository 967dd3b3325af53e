import type { Actor } from '@bollard/access'
import type { Solution } from '@bollard/contracts'
import { decodeCursor, encodeCursor } from '@bollard/http'
import { describeSolutions } from '../change/get.ts'
import { assertAllowed } from '../policy.ts'
import type { SolutionContext } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'
import { solutionColumns, type SolutionRow } from '../store/solution-row.ts'

export interface PageQuery {
  readonly limit: number
  readonly cursor?: string | undefined
}

export interface ListQuery extends PageQuery {
  /** Whose solutions; left out, the actor's own. */
  readonly userId?: string | undefined
}

export interface Page {
  readonly items: Solution[]
  readonly nextCursor: string | null
}

type ListContext = Pick<SolutionContext, 'db' | 'now' | 'billing'>

/** A page of the solutions that a person is a member of, newest first. A cursor names a solution, so new ones do not shift pages. */
export async function listSolutions(context: ListContext, actor: Actor, query: ListQuery): Promise<Page> {
  const ofUserId = query.userId ?? actor.userId
  assertAllowed(actor, ofUserId === actor.userId ? 'solution.list-own' : 'solution.list-others', null, context.now())
  const values = [ofUserId, actor.userId, cursorOf(query), query.limit + 1]
  const rows = await asActor(context.db, actor, (tx) => tx.query('solution-list', listSql, values), {
    seesAll: ofUserId !== actor.userId,
  })
  return toPage(context, actor, rows, query.limit)
}

/** The id after which a page begins. */
export function cursorOf({ cursor }: PageQuery): string | null {
  return cursor === undefined ? null : decodeCursor(cursor)
}

/** A page of rows of which one more than `limit` was asked for: it tells whether there is a further page. */
export async function toPage(
  context: Pick<SolutionContext, 'billing'>,
  actor: Actor,
  rows: readonly SolutionRow[],
  limit: number,
): Promise<Page> {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    items: await describeSolutions(context, actor, page),
    nextCursor: rows.length > limit && last ? encodeCursor(last.id) : null,
  }
}

/** An administrator who is no member reads, and so counts as a viewer. */
const listSql = `select ${solutionColumns}, coalesce(mine.role, 'VIEWER') as "myRole"
  from solution.members listed join solution.solutions s on s.id = listed.solution_id
  left join solution.members mine on mine.solution_id = listed.solution_id and mine.user_id = $2
  where listed.user_id = $1 and ($3::uuid is null or listed.solution_id < $3)
  order by listed.solution_id desc limit $4`
