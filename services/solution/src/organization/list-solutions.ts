import type { Actor } from '@bollard/access'
import type { ManagedSolution } from '@bollard/contracts'
import { decodeCursor, encodeCursor } from '@bollard/http'
import type { PageQuery } from './list.ts'
import type { SolutionContext } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'

/** A page of the solutions that an organization manages, newest first, for its members and administrators of the deployment. */
export async function listOrganizationSolutions(
  context: Pick<SolutionContext, 'db'>,
  actor: Actor,
  organizationId: string,
  query: PageQuery,
): Promise<{ items: ManagedSolution[]; nextCursor: string | null }> {
  const after = query.cursor === undefined ? null : decodeCursor(query.cursor)
  const rows = await asActor(
    context.db,
    actor,
    (tx) => tx.query('organization-solutions', listSql, [organizationId, actor.userId, after, query.limit + 1]),
    { seesAll: true },
  )
  const page = rows.slice(0, query.limit)
  const last = page.at(-1)
  return {
    items: page.map(({ type, createdAt, ...row }) => ({ ...row, item: { type }, createdAt: createdAt.toISOString() })),
    nextCursor: rows.length > query.limit && last ? encodeCursor(last.id) : null,
  }
}

const listSql = `select s.id, s.label, s.type, s.lifecycle, s.created_at as "createdAt", mine.role as "myRole"
  from solution.solutions s left join solution.members mine on mine.solution_id = s.id and mine.user_id = $2
  where s.organization_id = $1 and s.lifecycle <> 'DELETED' and ($3::uuid is null or s.id < $3)
  order by s.id desc limit $4`
