import { unverifiedSolutionsMax } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'

/**
 * Whether an organization may manage so many solutions more; until the end of the transaction nobody else adds any. One that
 * is not verified manages at most three. False as well for one that does not exist.
 */
export async function mayManage(tx: Queries, organizationId: string, adding: number): Promise<boolean> {
  // Whoever changes solutions locks their rows before this turn, never after.
  await tx.query(
    'organization-manage-turn',
    `select pg_advisory_xact_lock(hashtextextended('solution.manage ' || $1, 0))`,
    [organizationId],
  )
  const [row] = await tx.query('organization-managed', 'select * from solution.managed_by($1)', [organizationId])
  return row !== undefined && (row.verified || row.count + adding <= unverifiedSolutionsMax)
}

/** Throws `quota-exceeded` where `mayManage` says no. */
export async function assertMayManage(tx: Queries, organizationId: string, adding: number): Promise<void> {
  if (await mayManage(tx, organizationId, adding)) return
  throw new ProblemError(
    'quota-exceeded',
    `An organization that is not verified manages at most ${unverifiedSolutionsMax} solutions.`,
  )
}
