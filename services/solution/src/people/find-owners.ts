import type { Queries } from '@bollard/database'

/** Solutions asked about at a time. */
const atOnce = 200

/**
 * Who stands behind solutions: a mark of the first of their admins by id, so that solutions of one person or team count as one. Those
 * without an admin are left out. The process that answers widgets may ask this and nothing else of the schema.
 */
export async function findOwners(db: Queries, solutionIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query(
    'solution-owners',
    'select solution_id::text as id, owner from solution.owners_of($1::uuid[])',
    [solutionIds.slice(0, atOnce)],
  )
  return new Map(rows.map(({ id, owner }) => [id, owner]))
}
