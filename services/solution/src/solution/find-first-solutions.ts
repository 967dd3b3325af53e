import type { Queries } from '@bollard/database'

/** The first solution that each of these people created, whatever became of it; those who never created any are left out. */
export async function findFirstSolutions(
  db: Queries,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map()
  const rows = await db.query<{ userId: string; solutionId: string }>('solution-first-of-people', firstSql, [userIds])
  return new Map(rows.map(({ userId, solutionId }) => [userId, solutionId]))
}

const firstSql = `select distinct on (created_by) created_by as "userId", id as "solutionId" from solution.solutions
  where created_by = any($1::text[]) order by created_by, created_at, id`
